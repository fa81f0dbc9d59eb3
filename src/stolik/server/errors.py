"""What a table or the log can answer instead of doing what was asked."""

from stolik.play.refusal import StolikError


class Refused(StolikError):
    """Something that was asked of the server and not done; nothing has changed."""


class NoSuchTable(Refused):
    """There is no table of this name."""


class NotSeated(Refused):
    """The person does not sit at this table, or not on the seat that the action names."""


class OutOfDate(Refused):
    """The person has not seen the newest state of the table."""


class NotNow(Refused):
    """It cannot be done as the table stands: no seat is free, nothing to take back, the match goes on."""


class BadRequest(Refused):
    """What was sent makes no sense: too long, empty, or an id that was used for something else."""


class TooMuch(Refused):
    """More than a limit allows; it may be tried again later."""


class NotStored(Refused):
    """The log could not take it: the disk is full, read-only, locked or broken. It has not happened."""


class Taken(Refused):
    """Another writer has added to this table's log in the meantime."""
