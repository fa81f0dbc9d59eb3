"""What mypyc makes of the rules: none of the code that it is known to get wrong."""

import os
import re
import subprocess
import sys
from pathlib import Path

from stolik.compiled import PATTERNS
from tests.counts import count

ROOT = Path(__file__).parent.parent
# A constant shifted by a variable becomes a shift of a C int, wrong from 31 on: cards.BIT is a table for that reason.
CONSTANT_SHIFTED = re.compile(r"= -?\d+ (?:<<|>>) \S+;")


def generated(folder: Path, target: Path, *sources: str) -> str:
    """The C that mypyc writes into a folder for these files, named as seen from where their ``src`` is."""
    code = (
        "import sys; from mypyc.build import mypycify\n"
        "options = ['--config-file=', '--follow-imports=silent', '--ignore-missing-imports', '--cache-dir=/dev/null']\n"
        "mypycify([*options, *sys.argv[2:]], group_name='looked_at', target_dir=sys.argv[1])"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(target), *sources],
        cwd=folder,
        env=os.environ | {"MYPYPATH": "src"},
        check=True,
        capture_output=True,
    )
    return "\n".join(path.read_text(encoding="utf-8") for path in target.rglob("*.c"))


def test_no_constant_is_shifted_by_a_variable(tmp_path: Path) -> None:
    sources = [path for pattern in PATTERNS for path in sorted(ROOT.glob(f"src/stolik/{pattern}"))]
    c = generated(ROOT, tmp_path, *(str(path.relative_to(ROOT)) for path in sources))
    assert "CPyDef" in c
    assert CONSTANT_SHIFTED.findall(c) == []
    count("lines of generated C looked at", c.count("\n"))


def test_such_a_shift_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "planted.py").write_text(
        "from mypy_extensions import i64\n\n\ndef bit(n: i64) -> i64:\n    return i64(1) << n\n", encoding="utf-8"
    )
    assert CONSTANT_SHIFTED.search(generated(tmp_path, tmp_path / "c", "src/planted.py"))
