"""Whether a message speaks of working from home: a wish about a job, not a place."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class WorkMode(StrEnum):
    """Where work is done."""

    REMOTE = "remote"
    HYBRID = "hybrid"


_HYBRID: Final = re.compile(r"\bh[yi]brides?\b|\bhybrid\w*|混合办公|部分远程", re.IGNORECASE)
_REMOTE: Final = re.compile(
    r"\b(?:remote(?:ly)?|wfh|work(?:ing)?\s+from\s+home|from\s+home|home[\s-]?based|home[\s-]?office|mobiles?\s+arbeiten"
    r"|von\s+(?:zu\s*hause|daheim)|ortsunabhängig|t[ée]l[ée][\s-]?travail\w*|à\s+distance|a\s+distance"
    r"|depuis\s+(?:chez\s+(?:moi|soi)|la\s+maison)|full\s+remote)\b|远程|遠程|在家(?:办公|工作|上班)|居家办公|居家",
    re.IGNORECASE,
)
_NOT: Final = re.compile(
    r"(?:\b(?:no|not|without|kein(?:e|en)?|nicht|ohne|pas\s+(?:de|d'|en|à)?|sans|plus\s+de)|不要|不想|不|非)\s*$",
    re.IGNORECASE,
)


def work_mode(text: str) -> WorkMode | None:
    """Return where the writer of `text` wants to work, or None when nothing is said of it or home is ruled out.

    The words of the four languages do not collide, so that the language need not be known.

    >>> work_mode("marketing jobs, remote please"), work_mode("bitte kein Homeoffice"), work_mode("杭州 混合办公")
    (<WorkMode.REMOTE: 'remote'>, None, <WorkMode.HYBRID: 'hybrid'>)
    """
    if _HYBRID.search(text):
        return WorkMode.HYBRID
    match = _REMOTE.search(text)
    return WorkMode.REMOTE if match and not _NOT.search(text[: match.start()]) else None
