"""The table as ``stolik serve`` runs it, with bots that answer at once.

``python -m tests.browser.serving PORT DATA``
"""

import sys
from pathlib import Path

from stolik.server.limits import Limits
from stolik.web.app import serve

PACE = 0.02

if __name__ == "__main__":
    serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=Limits(bot_pace=PACE))
