"""Every clause of every game has a test, a text and an option where it names one."""

import ast
from pathlib import Path

import pytest

from stolik.games import GAMES
from stolik.locale.clauses import clauses
from stolik.locale.words import LANGUAGES, disagreements, game_words
from tests.counts import count

HERE = Path(__file__).parent


def marked() -> list[tuple[str, str, str]]:
    """Clause, file and name of every test that is marked with a clause."""
    found: list[tuple[str, str, str]] = []
    for path in sorted(HERE.glob("games/**/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    found += [(ast.literal_eval(clause), str(path), node.name) for clause in mark.args]
    return found


def marked_files() -> dict[str, list[str]]:
    """The files that hold tests of each clause."""
    found: dict[str, list[str]] = {}
    for clause, path, _ in marked():
        files = found.setdefault(clause, [])
        files += [path] if path not in files else []
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_a_test(name: str) -> None:
    ids = list(clauses(GAMES[name]))
    tests = [clause for clause, _, _ in marked() if clause in ids]
    without = [clause for clause in ids if clause not in tests]
    count("clauses", len(ids))
    count("with a test of clauses", len(ids) - len(without))
    count("clause tests", len(tests))
    assert ids
    assert not without, f"no test is marked with {', '.join(without)}"


def test_every_marker_names_a_clause() -> None:
    known = {clause for game in GAMES.values() for clause in clauses(game)}
    assert {clause for clause, _, _ in marked()} <= known


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_a_title_and_a_text_in_both_languages(name: str) -> None:
    for clause in clauses(GAMES[name]).values():
        assert clause.mark in ("T", "R", "D"), clause.id
        for texts in (clause.titles, clause.texts):
            assert set(texts) == set(LANGUAGES)
            assert all(text.strip() == text and len(text) > 3 for text in texts.values()), clause.id
            assert texts["pl"] != texts["en"], clause.id


@pytest.mark.parametrize("name", GAMES)
def test_every_option_stands_in_its_clause_and_has_words(name: str) -> None:
    game = GAMES[name]
    by_clause = {(clause.id, option) for clause in clauses(game).values() for option in clause.options}
    assert by_clause == {(spec.clause, option) for option, spec in game.options.specs().items()}
    for language in LANGUAGES:
        words = game_words(game, language)
        for option, spec in game.options.specs().items():
            assert f"options.{option}.label" in words
            assert f"options.{option}.help" in words
            for value in spec.choices:
                assert f"options.{option}.value.{str(value).lower() if value in (True, False) else value}" in words
        for preset in game.presets:
            assert f"presets.{preset}.name" in words
            assert f"presets.{preset}.help" in words


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_sentences(name: str) -> None:
    assert disagreements(game_words(GAMES[name], "en").package) == []
    assert disagreements("stolik.locale") == []
