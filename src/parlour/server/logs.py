"""Structured logs: one JSON object a line for machines, plain lines for a terminal.

Nothing secret goes in: no keys, no seeds, no choices, no addresses of people.
"""

import logging
import sys

import structlog


def configure(level: str = "info", as_json: bool | None = None) -> None:
    machine = not sys.stderr.isatty() if as_json is None else as_json
    render = structlog.processors.JSONRenderer() if machine else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
