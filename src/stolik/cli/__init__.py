"""The command line: ``stolik replay``, ``play``, ``deal``, ``rules``, ``games``, ``doctor``, ``serve``."""

import sys
from typing import NoReturn

from stolik.cli.app import run


def main() -> NoReturn:
    """The program ``stolik``: carry out what its arguments say and leave with the exit status."""
    sys.exit(run(sys.argv[1:]))


__all__ = ["main", "run"]
