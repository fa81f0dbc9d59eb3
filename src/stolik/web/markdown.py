"""The little of Markdown that the help pages use, as HTML.

Headings, paragraphs, bold, links, lists and tables; every text is escaped. A link to a clause (``#DR-9``) gets the
class of one.
"""

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

BOLD = re.compile(r"\*\*(.+?)\*\*")
LINK = re.compile(r"\[([^\]]+)\]\((#[\w-]+)\)")
ITEM = re.compile(r"(\d+\.|-) +(.*)", re.DOTALL)


def html(text: str) -> Markup:
    """A Markdown text as HTML; its first heading, the title of the page, is left out."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.strip())]
    return Markup("\n").join(_block(block) for block in blocks if not block.startswith("# "))


def _block(block: str) -> Markup:
    """One block: a heading, a table, a list or a paragraph."""
    if block.startswith("#"):
        level = len(block) - len(block.lstrip("#"))
        return Markup("<h{0}>{1}</h{0}>").format(level, _line(block.lstrip("# ")))
    if block.startswith("|"):
        return _table([[cell.strip() for cell in row.strip("| ").split("|")] for row in block.splitlines()])
    items = re.split(r"\n(?=\d+\. |- )", block)
    if ITEM.match(block):
        found = [match for match in map(ITEM.match, items) if match]
        tag = "ul" if block.startswith("-") else "ol"
        return Markup("<{0}>{1}</{0}>").format(tag, _join("li", (_line(match[2]) for match in found)))
    return Markup("<p>{}</p>").format(_line(block))


def _table(rows: list[list[str]]) -> Markup:
    """A table: a row of heads, a row of dashes that says which columns are numbers, rows of cells."""
    head, dashes, *body = rows
    kinds = [' class="n"' if dash.endswith("-:") and not dash.startswith(":") else "" for dash in dashes]

    def row(tag: str, cells: list[str]) -> Markup:
        return Markup("<tr>{}</tr>").format(
            Markup().join(
                Markup(f"<{tag}{kind}>{{}}</{tag}>").format(_line(cell))
                for kind, cell in zip(kinds, cells, strict=True)
            )
        )

    return Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(
        row("th", head), Markup().join(row("td", cells) for cells in body)
    )


def _line(text: str) -> Markup:
    """Escaped text with bold and links."""
    safe = str(escape(" ".join(text.split())))
    safe = BOLD.sub(r"<b>\1</b>", safe)
    return Markup(LINK.sub(r'<a class="clause" href="\2">\1</a>', safe))


def _join(tag: str, texts: Iterator[Markup]) -> Markup:
    """Each text in a tag of its own."""
    return Markup().join(Markup(f"<{tag}>{{}}</{tag}>").format(text) for text in texts)
