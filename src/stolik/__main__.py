"""``python -m stolik`` is ``stolik``."""

import sys

from stolik.cli import run

sys.exit(run(sys.argv[1:]))
