"""Placeholders of answers and canned replies, such as {{company}}. Pure.

What follows a bar is said where a placeholder cannot be filled: {{opening|the job you asked about}}.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

IN_ANSWERS: Final = ("company", "opening")
"""The company's name, and the title of the opening that the candidate asks about."""
IN_REPLIES: Final = ("first_name", *IN_ANSWERS)
"""Also the first name of the recruiter who writes."""
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_OPENED: Final = re.compile(r"\{\{([^{}]*)(?:\}\})?")


def unknown(text: str, known: Collection[str] = IN_REPLIES) -> str | None:
    """Return the first thing in double braces that no placeholder is, as it was typed.

    >>> unknown("{{ first_name }} of {{company}}: {{salary}}?"), unknown("{{opening"), unknown("{1} {{opening|it}}")
    ('{{salary}}', '{{opening', None)
    >>> unknown("{{first_name}} of {{company}}", IN_ANSWERS)
    '{{first_name}}'
    """
    return next((found.group() for found in _OPENED.finditer(text) if not _is_known(found, known)), None)


def filled(text: str, values: Mapping[str, str | None], otherwise: Mapping[str, str] = _NOTHING) -> str:
    """Return the text with what is known filled in, else what it says after a bar, else what `otherwise` holds.

    The rest stays, to be written by hand.

    >>> filled("{{first_name}} of {{company}}, about {{opening}}", {"first_name": "Ada", "company": "{{opening}} Ltd"})
    'Ada of {{opening}} Ltd, about {{opening}}'
    >>> filled("About {{ opening | your job }} or {{opening}}", {"opening": None}, {"opening": "this position"})
    'About your job or this position'
    """

    def one(found: re.Match[str]) -> str:
        name = _name(found)
        return values.get(name) or _else(found) or otherwise.get(name) or found.group()

    return _OPENED.sub(one, text)


def left(text: str) -> str | None:
    """Return the first placeholder that a text still holds, as it was typed.

    >>> left("About {{ opening }}, {{you}}"), left("{{you}}")
    ('{{ opening }}', None)
    """
    return next((found.group() for found in _OPENED.finditer(text) if _is_known(found, IN_REPLIES)), None)


def _is_known(found: re.Match[str], known: Collection[str]) -> bool:
    return found.group().endswith("}}") and _name(found) in known


def _name(found: re.Match[str]) -> str:
    return found.group(1).partition("|")[0].strip()


def _else(found: re.Match[str]) -> str:
    return found.group(1).partition("|")[2].strip()
