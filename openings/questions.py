"""Answers to questions about one opening, from what the opening says of itself and nothing else."""

from __future__ import annotations

import re

from nlu.opening_questions import Topic
from openings.wording import Wording
from storage.openings import Opening

LONGEST = 700
"""Characters of a description that are shown at most."""

_PARAGRAPH = re.compile(r"\n\s*\n|\r\n\s*\r\n")
_TASKS = re.compile(
    r"\b(?:tasks|duties|responsibilit|what you|you will|your role|the role|aufgaben|tätigkeit|das erwartet|missions?\b"
    r"|vos tâches|vos responsabilités|le poste)|职责|工作内容|岗位描述|任务",
    re.IGNORECASE,
)
_REQUIREMENTS = re.compile(
    r"\b(?:requirements?|qualifications?|your profile|you bring|you have|what we expect|skills|ihr profil|dein profil|"
    r"voraussetzung|anforderung|das bringen|mitbringen|qualifikation|votre profil|profil recherché|compétences|"
    r"vous avez|prérequis)|任职|要求|条件|资格",
    re.IGNORECASE,
)


def answer(opening: Opening, topic: Topic, wording: Wording) -> str | None:
    """Return what the opening says about a topic, None when it says nothing."""
    value = _value(opening, topic, wording)
    return value and wording.say(f"answer.{topic}", title=opening.content.title, value=value)


def _value(opening: Opening, topic: Topic, wording: Wording) -> str | None:
    content = opening.content
    match topic:
        case Topic.SALARY:
            return wording.salary(content.salary)
        case Topic.CONTACT:
            return wording.contact(content)
        case Topic.PLACE:
            return wording.places(content.places, most=10)
        case Topic.WORK_MODE:
            return wording.work_mode(content)
        case Topic.HOURS:
            return wording.hours(content)
        case Topic.CONTRACT:
            return wording.contract(content)
        case Topic.DEADLINE:
            return wording.date(content.valid_through)
        case Topic.POSTED:
            return wording.date(content.posted)
        case Topic.LEVEL:
            return wording.level(content)
        case Topic.DEPARTMENT:
            return content.department
        case Topic.APPLY:
            return wording.say("card.apply") if wording.offer.guided else content.apply_url or content.url
        case Topic.TASKS:
            return _part(content.description, _TASKS) or excerpt(content.description)
        case Topic.REQUIREMENTS:
            return _part(content.description, _REQUIREMENTS)


def excerpt(description: str) -> str | None:
    """Return the beginning of a description, cut where a sentence or a word ends.

    >>> excerpt("You plan tours. " * 60)[-17:]
    'You plan tours. …'
    """
    text = description.strip()
    if len(text) <= LONGEST:
        return text or None
    cut = text[:LONGEST]
    end = max(cut.rfind(mark) for mark in (". ", ".\n", "。", "！", "\n")) + 1
    return f"{cut[: end or cut.rfind(' ')].rstrip()} …"


def _part(description: str, heading: re.Pattern[str]) -> str | None:
    """The paragraph that a heading begins, with the next one when the heading stands alone; None without such."""
    paragraphs = [part.strip() for part in _PARAGRAPH.split(description) if part.strip()]
    for place, paragraph in enumerate(paragraphs):
        first = paragraph.split("\n")[0]
        if heading.search(first[:80]):
            alone = len(paragraph) == len(first) and len(first) <= 80
            return excerpt("\n".join(paragraphs[place : place + 1 + alone]))
    return None
