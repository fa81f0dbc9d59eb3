"""The log of every table, and the tables whose bot owes an action."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "entries",
        sa.Column("game_table", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "owed",
        sa.Column("game_table", sa.String(40), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("owed_since", "owed", ["since"])


def downgrade() -> None:
    """Drop both."""
    op.drop_table("owed")
    op.drop_table("entries")
