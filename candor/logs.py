"""Logging: structured events on standard error, for people or for machines."""

from __future__ import annotations

import logging
import sys

import structlog

from candor.settings import LogSettings


def configure(settings: LogSettings) -> None:
    """Send every log event to standard error in the configured format and from the configured level up."""
    renderer: structlog.types.Processor
    renderer = structlog.processors.JSONRenderer() if settings.format == "json" else structlog.dev.ConsoleRenderer()
    logging.basicConfig(level=settings.level.upper(), stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(settings.level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
