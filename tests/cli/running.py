"""The command line run inside the test: what it printed and how it left."""

import contextlib
import io
import json
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

from stolik.cli import run

CONTRACT = """stolik = 1                      # version of this format
game = "dorozka"
preset = "default"              # optional
options = { ace = 11 }          # optional: only what differs from the preset
seats = ["West", "East"]        # optional names, clockwise; their number is the number of players

[[deal]]
dealer = 0
hands = ["JH 9H AH KD QC 8S", "AS TS KS QS JS 7C"]      # by seat
turn_up = "7H"
stock = "8D 9D TD 7D KH 8C QH TH 8H AC TC KC JC 9C 9S 7S AD QD JD"      # top first
actions = [                     # seat and action
  "1 pass", "0 accept", "1 announce AS KS QS JS TS", "1 announce TD 9D 8D", "1 done", "0 done",
  "1 play AS", "0 play 8S", "1 play KS", "0 play 9H",
]
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a command."""

    status: int
    out: str
    err: str

    @property
    def object(self) -> Any:
        """The JSON object that was printed."""
        return json.loads(self.out, parse_constant=refuse)

    @property
    def error(self) -> dict[str, Any]:
        """The error object that was printed, nothing beside it."""
        assert self.status == 2
        assert self.err == ""
        found: dict[str, Any] = self.object["error"]
        assert {"kind", "deal", "action", "message"} <= set(found)
        return found

    @property
    def line(self) -> str:
        """The one line on standard error."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err[:-1]


def refuse(constant: str) -> None:
    """NaN and Infinity are not JSON."""
    raise AssertionError(f"{constant} was printed as JSON")


def stolik(*arguments: str, given: str | bytes = b"", encoding: str = "utf-8", **environment: str) -> Ran:
    """Run ``stolik`` with these arguments, ``given`` on standard input."""
    raw = given.encode() if isinstance(given, str) else given
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding=encoding, newline="") for data in (raw, b"", b"")]
    usual = {"STOLIK_LANG": "en", "STOLIK_TRACEBACK": "1", **environment}
    with (
        mock.patch.object(sys, "stdin", streams[0]),
        contextlib.redirect_stdout(streams[1]),
        contextlib.redirect_stderr(streams[2]),
        mock.patch.dict("os.environ", usual),
    ):
        status = run(arguments)
    printed = []
    for stream in streams[1:]:
        stream.seek(0)
        printed.append(stream.read())
    return Ran(status, *printed)
