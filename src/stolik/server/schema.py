"""The tables of the database, as the newest migration leaves them."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text

metadata: Final = MetaData()

# The log. (game_table, number) is unique: whoever comes second with a number has not seen the newest state.
entries: Final = Table(
    "entries",
    metadata,
    Column("game_table", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970; for people who run a server
    sqlite_with_rowid=False,
)

# Tables whose bot owes an action. Written together with the entries, so that after a crash nobody has to look
# through all tables.
owed: Final = Table(
    "owed",
    metadata,
    Column("game_table", String(40), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index("owed_since", "since"),
    sqlite_with_rowid=False,
)
