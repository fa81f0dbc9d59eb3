"""A process in which bots think, so that they never delay a page: ``python -m stolik.server.thinking``.

It reads questions from its standard input and writes answers to its standard output, each a length of four bytes and
a pickle. It ends when the input ends, also when the server was killed.
"""

import os
import pickle
import random
import signal
import sys
from typing import Any, BinaryIO, Final

from stolik.bots import choose

NICE: Final = 5  # pages come first


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    os.nice(NICE)
    while (question := read(questions)) is not None:
        answers.write(packed(answer(*question)))
        answers.flush()


def answer(level: str, view: Any, seed: int) -> int | str:
    """The action that the bot chooses; a text that says what went wrong."""
    try:
        return choose(level, view, random.Random(seed))  # noqa: S311 - a bot's whim is no secret
    except Exception as error:  # noqa: BLE001 - told to the server, which goes on
        return type(error).__name__


def read(stream: BinaryIO) -> Any:
    """The next thing from a stream, None at its end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return pickle.loads(stream.read(int.from_bytes(head, "big")))  # noqa: S301 - from our own server


def packed(thing: Any) -> bytes:
    """A thing with its length before it."""
    body = pickle.dumps(thing)
    return len(body).to_bytes(4, "big") + body


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
