"""The room's log on standard error: one JSON object a line, one line for every staff order.

It says who ordered what and how it ended, but no contents: no card can be in this log.
"""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from croupier.refused import Refused
from croupier.room.logbook import Order

LOG = logging.getLogger("croupier")
LOGGERS = ("croupier", "uvicorn", "litestar")
_encoder = msgspec.json.Encoder()


class JsonLines(logging.Formatter):
    """A record as one JSON object on one line, with the name of the process among several."""

    def __init__(self, process: str = "") -> None:
        """Name this process on every line."""
        super().__init__()
        self._process = {"process": process} if process else {}

    def format(self, record: logging.LogRecord) -> str:
        """Give the time, the level, the words, and what the caller added."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, Any] = {"at": at, "level": record.levelname.lower(), **self._process}
        fields["says"] = record.getMessage()
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            kind = record.exc_info[0]
            fields["fault"] = kind.__name__ if kind else ""
            fields["where"] = _where(record.exc_info[2])
        return _encoder.encode(fields).decode()


def _where(trace: Any) -> list[str]:
    """The places of a fault, without the values that were there: one of them may be a card."""
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places


def log_order(stream: str, order: Order, fault: BaseException | None = None) -> None:
    """Log an order: every order of the staff, a player's only if it failed unexpectedly."""
    broken = fault is not None and not isinstance(fault, Refused)
    if not (broken or (order.by.role != "player" and LOG.isEnabledFor(logging.INFO))):
        return
    fields = {"stream": stream, "by": order.by.name, "role": order.by.role}
    fields["order"] = type(order.says).__name__
    if isinstance(fault, Refused):
        fields["refused"] = fault.clause
    if broken:
        LOG.error("order failed", exc_info=fault, extra={"fields": fields})
    else:
        LOG.info("order", extra={"fields": fields})


def start_logging(level: str, process: str = "") -> None:
    """Send the log to standard error; of several processes each has a name."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(process))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    LOG.setLevel(level.upper())
