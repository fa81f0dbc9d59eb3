"""Open the browser as soon as the server answers: ``python tools/open.py HOST PORT``, while the server starts.

Does nothing where nobody would see it: without a display, over SSH, on CI, or where no browser is known.
"""

import os
import socket
import sys
import time
import webbrowser

PATIENCE = 30.0  # seconds


def main() -> None:
    """Wait for the server, open its first page; give up when the server has ended."""
    host, port = sys.argv[1], int(sys.argv[2])
    host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104 (compared, not bound)
    if port == 0 or not somebody_looks() or answers(host, port):
        return  # what answers already is another server; ours will say so
    server, began = os.getppid(), time.monotonic()
    while time.monotonic() - began < PATIENCE and os.getppid() == server:
        if answers(host, port):
            shown = f"[{host}]" if ":" in host else host
            webbrowser.open(f"http://{shown}:{port}/")
            return
        time.sleep(0.2)


def somebody_looks() -> bool:
    """Whether there is a screen here and a browser to show on it."""
    if os.environ.get("CI") or os.environ.get("BROWSER") == "none":
        return False
    if sys.platform not in {"darwin", "win32"} and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def answers(host: str, port: int) -> bool:
    """Whether something listens there."""
    try:
        socket.create_connection((host, port), timeout=1.0).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
