"""Placeholders of canned replies, such as {{first_name}}. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

KNOWN = ("first_name", "company", "opening")
"""The recruiter's first name, the company's, and the title of the opening that the candidate asked about."""
_OPENED = re.compile(r"\{\{([^{}]*)(?:\}\})?")


def unknown(text: str) -> str | None:
    """Return the first thing in double braces that no placeholder is, as it was typed.

    >>> unknown("{{ first_name }} of {{company}}: {{salary}}?"), unknown("{{opening"), unknown("{1} {{company}}")
    ('{{salary}}', '{{opening', None)
    """
    return next((found.group() for found in _OPENED.finditer(text) if not _is_known(found)), None)


def filled(text: str, values: Mapping[str, str | None]) -> str:
    """Return the text with what is known filled in; what is not known stays, to be written by hand.

    >>> filled("{{first_name}} of {{company}}, about {{opening}}", {"first_name": "Ada", "company": "{{opening}} Ltd"})
    'Ada of {{opening}} Ltd, about {{opening}}'
    """
    return _OPENED.sub(lambda found: values.get(_name(found)) or found.group(), text)


def left(text: str) -> str | None:
    """Return the first placeholder that a text still holds, as it was typed.

    >>> left("About {{ opening }}, {{you}}"), left("{{you}}")
    ('{{ opening }}', None)
    """
    return next((found.group() for found in _OPENED.finditer(text) if _is_known(found)), None)


def _is_known(found: re.Match[str]) -> bool:
    return found.group().endswith("}}") and _name(found) in KNOWN


def _name(found: re.Match[str]) -> str:
    return found.group(1).strip()
