"""Every bound of the server in one place: sizes, rates, queues, waits.

>>> Limits().name
20
"""

from dataclasses import dataclass, field, fields
from typing import Any


def bound(value: float, why: str) -> Any:
    """A limit with its usual value and the sentence that says what it is for."""
    return field(default=value, metadata={"why": why})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the server takes on, a field a limit; tests set their own."""

    body: int = bound(16_384, "Bytes in the body of a request: a form or a JSON object, never a file.")
    fields: int = bound(80, "Fields in a form: every option of a game and a few more.")
    body_wait: float = bound(10.0, "Seconds that a request's body may take to arrive.")
    name: int = bound(20, "Characters in a name, as many as fit beside a seat on a phone.")
    action: int = bound(160, "Characters in the text of an action: a dozen cards and a word.")
    action_id: int = bound(64, "Characters in the id that a client gives to an action.")
    options: int = bound(64, "Options given for a new table, more than any game has.")
    entries: int = bound(20_000, "Entries in a table's log: hundreds of deals; a table that is full is closed.")
    undos: int = bound(100, "Times that something may be taken back in a deal: each is played again on loading.")
    tables: int = bound(500, "Tables kept in memory; others are read again when needed.")
    write_queue: int = bound(1_000, "Writes that may wait for the disk; what comes after is told to try again.")
    write_batch: int = bound(128, "Writes that are made durable together, in one transaction.")
    write_wait: float = bound(
        3.0, "Seconds that another program may keep the database locked before a write is refused."
    )
    streams: int = bound(2_500, "Streams open at once, more than the seats of a full house.")
    streams_each: int = bound(12, "Streams that a seat may hold open, tabs and devices; watchers ten times as many.")
    stream_wait: float = bound(20.0, "Seconds that a reader may leave a message untaken before its stream is cut.")
    ping: float = bound(15.0, "Seconds between two signs of life on a stream.")
    stop_wait: float = bound(3.0, "Seconds that open requests get to end when the server is told to stop.")
    connections: int = bound(5_000, "Connections open at once; more are answered with 503.")
    acts_rate: float = bound(100.0, "Requests a second that one person may make to change something, over time.")
    acts_burst: int = bound(2_000, "Such requests that may come at once.")
    creates_rate: float = bound(5.0, "New tables and new people a second from one address, over time.")
    creates_burst: int = bound(600, "New tables and new people from one address at once.")
    rate_keys: int = bound(20_000, "People and addresses whose rate is remembered; the oldest are forgotten.")
    pages: int = bound(500, "Rendered tables kept for streams that show the same.")
    bot_queue: int = bound(500, "Bots that may be thinking or waiting for their turn to think.")
    bot_wait: float = bound(20.0, "Seconds that a bot may think before any legal action is taken for it.")
    bot_pace: float = bound(0.8, "Seconds until a bot is seen to act, whatever it holds and however fast it thinks.")
    bot_chain: int = bound(40, "Actions that a bot may take in a row before anybody else is told something.")
    sweep: float = bound(2.0, "Seconds between two looks for tables whose bot has not answered.")
    catch_up: float = bound(0.5, "Seconds between two looks for what another server has written into the same log.")
    sweep_batch: int = bound(50, "Such tables that are taken up in one look.")

    def why(self) -> dict[str, str]:
        """The sentence of each limit, by name."""
        return {each.name: each.metadata["why"] for each in fields(self)}
