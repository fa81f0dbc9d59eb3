"""Templates: each has a context, every field of it is used, and none does more than choose and repeat."""

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from jinja2 import meta, nodes

from stolik.locale.words import words
from stolik.web import contexts
from stolik.web.pages import environment

TEMPLATES = Path(__file__).parents[2] / "src/stolik/web/templates"
CONTEXTS: dict[str, Any] = {
    "start.html": contexts.StartPage,
    "new.html": contexts.NewTablePage,
    "join.html": contexts.JoinPage,
    "table.html": contexts.TablePage,
    "sheet.html": contexts.SheetPage,
    "rules.html": contexts.RulesPage,
    "settings.html": contexts.SettingsPage,
    "problem.html": contexts.ProblemPage,
}
PIECES = {"frame.html", "parts.html", "body.html", "waiting.html", "cloth.html", "hand.html", "act.html", "side.html",
          "result.html", "leaves.html"}  # fmt: skip
PLAIN = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.For, nodes.Include, nodes.Import, nodes.Extends,
    nodes.Block, nodes.Macro, nodes.Name, nodes.Getattr, nodes.Call, nodes.Keyword, nodes.Const, nodes.Compare,
    nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Filter,
)  # fmt: skip


def source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def tree(name: str) -> nodes.Template:
    return environment("pl").parse(source(name))


def pieces_of(name: str) -> set[str]:
    """A template with all that it includes, extends and imports."""
    found, left = set(), [name]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left += [other for other in meta.find_referenced_templates(tree(each)) if other]
    return found


def test_every_template_has_a_context_or_is_a_piece_of_one_that_has() -> None:
    assert {path.name for path in TEMPLATES.iterdir()} == set(CONTEXTS) | PIECES
    assert set().union(*(pieces_of(name) for name in CONTEXTS)) == set(CONTEXTS) | PIECES


@pytest.mark.parametrize("name", CONTEXTS)
def test_a_template_names_exactly_the_fields_of_its_context(name: str) -> None:
    globals_there = {*environment("pl").globals, "part"}  # the macros of parts.html, imported once a page
    named = set().union(*(meta.find_undeclared_variables(tree(each)) for each in pieces_of(name)))
    assert named - globals_there == {each.name for each in fields(CONTEXTS[name])}


def test_every_field_of_every_part_of_a_context_is_used() -> None:
    used = {node.attr for name in set(CONTEXTS) | PIECES for node in tree(name).find_all(nodes.Getattr)}
    for part in set().union(*map(parts_of, CONTEXTS.values())) - set(CONTEXTS.values()):
        unused = [each.name for each in fields(part) if each.name not in used]
        assert not unused, f"{part.__name__}: {unused}"


def parts_of(kind: Any) -> set[Any]:
    """The dataclasses that a context is made of, itself too."""
    found, left = set(), [kind]
    while left:
        each = left.pop()
        if is_dataclass(each) and each not in found:
            found.add(each)
            left += list(get_type_hints(each).values())
        left += list(get_args(each))
    return found


@pytest.mark.parametrize("name", sorted(set(CONTEXTS) | PIECES))
def test_a_template_only_chooses_and_repeats(name: str) -> None:
    for node in tree(name).find_all(nodes.Node):
        assert isinstance(node, PLAIN), f"{name}:{node.lineno}: {type(node).__name__}"
        if isinstance(node, nodes.Filter):
            assert node.name in ("length", "safe"), f"{name}:{node.lineno}: {node.name}"


@pytest.mark.parametrize("name", sorted(set(CONTEXTS) | PIECES))
def test_every_sentence_in_a_template_has_its_key(name: str) -> None:
    for key in re.findall(r"""\bt\(['"]([\w.]+)['"]""", source(name)):
        assert key in words("pl", "stolik.web"), key
    text = re.sub(r"\{[{%#].*?[}%#]\}", " ", source(name), flags=re.DOTALL)
    text = re.sub(r"<[^>]*>|&\w+;", " ", text)
    assert not re.search(r"[A-Za-z]{3,}", text), "words that are not in the words file"


@pytest.mark.parametrize("name", sorted(set(CONTEXTS) | PIECES))
def test_nothing_in_a_template_needs_a_weaker_policy_for_content(name: str) -> None:
    text = source(name)
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:|https?://", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert "safe" not in text or name in ("waiting.html", "act.html"), "the QR code alone is markup already"
