"""The little of Markdown that the help pages use, as HTML.

Headings, paragraphs, bold, links, lists and tables; every text is escaped. A link to a clause (``#DR-9``) gets the
class of one.
"""

import re

from markupsafe import Markup, escape

BOLD = re.compile(r"\*\*(.+?)\*\*")
LINK = re.compile(r"\[([^\]]+)\]\((#[\w-]+)\)")
ITEM = re.compile(r"(?:\d+\.|-) +")


def html(text: str) -> Markup:
    """A Markdown text as HTML; its first heading, the title of the page, is left out."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.strip())]
    made = "\n".join(block_html(block) for block in blocks if not block.startswith("# "))
    return Markup(made)  # noqa: S704, every text in it went through line_html


def block_html(block: str) -> str:
    """One block: a heading, a table, a list or a paragraph."""
    if block.startswith("#"):
        level = len(block) - len(block.lstrip("#"))
        return f"<h{level}>{line_html(block.lstrip('# '))}</h{level}>"
    if block.startswith("|"):
        return table_html([[cell.strip() for cell in row.strip("| ").split("|")] for row in block.splitlines()])
    if ITEM.match(block):
        items = re.split(r"\n(?=\d+\. |- )", block)
        tag = "ul" if block.startswith("-") else "ol"
        lines = [line_html(ITEM.sub("", item, count=1)) for item in items]
        return f"<{tag}>{''.join(f'<li>{line}</li>' for line in lines)}</{tag}>"
    return f"<p>{line_html(block)}</p>"


def table_html(rows: list[list[str]]) -> str:
    """A table: a row of heads, a row of dashes that says which columns are numbers, rows of cells."""
    head, dashes, *body = rows
    kinds = [' class="n"' if dash.endswith("-:") and not dash.startswith(":") else "" for dash in dashes]

    def row(tag: str, cells: list[str]) -> str:
        pairs = zip(kinds, cells, strict=True)
        return f"<tr>{''.join(f'<{tag}{kind}>{line_html(cell)}</{tag}>' for kind, cell in pairs)}</tr>"

    inside = "".join(row("td", cells) for cells in body)
    return f"<table><thead>{row('th', head)}</thead><tbody>{inside}</tbody></table>"


def line_html(text: str) -> str:
    """Escaped text with bold and links."""
    safe = str(escape(" ".join(text.split())))
    return LINK.sub(r'<a class="clause" href="\2">\1</a>', BOLD.sub(r"<b>\1</b>", safe))
