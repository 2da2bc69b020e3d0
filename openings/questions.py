"""Answers to questions about one opening, from what the opening says of itself and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from nlu.ads.details import SURELY, Details, none_heard, surely_asked
from nlu.ads.questions import OpeningTopic
from nlu.ads.working_times import tells_working_times
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.question_form import is_question
from nlu.words.word_patterns import of_every_language
from openings.quoting import likeness, quoted, surely_telling
from openings.sentences import joined, sentences, sentences_with
from openings.subjects import names_one_of, untold_subjects
from openings.wording import Wording
from storage.openings.openings import Opening, OpeningContent

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


_IN_FULL = frozenset(
    {OpeningTopic.APPLY, OpeningTopic.TASKS, OpeningTopic.REQUIREMENTS, OpeningTopic.CONTACT, OpeningTopic.SALARY}
)
"""What the fields, or whole paragraphs, tell."""
_BY_A_PARAGRAPH: Final = (OpeningTopic.TASKS, OpeningTopic.REQUIREMENTS)
_NO_DETAIL: Final = frozenset(
    {
        OpeningTopic.SALARY,
        OpeningTopic.CONTACT,
        OpeningTopic.APPLY,
        OpeningTopic.PLACE,
        OpeningTopic.DEADLINE,
        OpeningTopic.POSTED,
    }
)
"""What is asked of fields, whatever detail it sounds like."""
_NO_FIELD: Final = frozenset({"begin", "languages", "licence", "days", "times", "on_call"})
"""Details that an advertisement names in so many words or not at all."""
_SOUGHT: Final = frozenset({"hours", "remote", "term", "days", "times", "on_call"})
"""Details that a search may look for, or rule out."""
_TITLE_PARTS = re.compile(r"[,;|()–—]+|\s-\s")
_TOLD_BY: Final = {
    OpeningTopic.HOURS: "tells_hours",
    OpeningTopic.CONTRACT: "tells_term",
    OpeningTopic.SALARY: "tells_pay",
    OpeningTopic.PLACE: "tells_street",
}
"""The words (`data/openings/patterns.csv`) of sentences that tell more than the field: how many hours, until when."""
_LASTS: Final = frozenset({OpeningTopic.CONTRACT, OpeningTopic.DETAIL})
"""What may be asked by "how long?" alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of an opening: a text, and what hears which details of a job it asks for and an ad tells."""

    text: str = ""
    details: Details = none_heard


NOTHING_ASKED: Final = Asked()


def answer(
    opening: Opening, topic: OpeningTopic | None, wording: Wording, question: Asked = NOTHING_ASKED
) -> str | None:
    """Return what the opening says about a topic, and what its text says on the question; None when it says nothing."""
    content = opening.content
    question = replace(question, text=question.text.replace(content.title, " "))  # its title is asked of nobody
    if beyond := asks_beyond_ads(question, wording.language):
        said = _naming(content, beyond, wording.language)
        return said and wording.say("answer.quote", title=content.title, value=said)
    if _asked_of_its_text(topic, wording.language, question):  # fields and headings say nothing on it
        said = _in_its_text(content, topic, question, wording.language)
        return said and wording.say("answer.quote", title=content.title, value=said)
    value = topic and _value(opening, topic, wording)
    told = topic and value and wording.say(f"answer.{topic}", title=content.title, value=value)
    if topic is OpeningTopic.DEADLINE and not value:
        return wording.say("answer.no_deadline", title=content.title)  # it is open, and that is asked as well
    if topic in _BY_A_PARAGRAPH and (surely := _surely_told(content, question, wording.language)):
        return wording.say("answer.quote", title=content.title, value=surely)
    whole = value and topic in _IN_FULL
    term = _told(content, topic) if topic is OpeningTopic.CONTRACT else None  # not how long one is trained
    quote = term or (None if whole else _quoted(content, question, wording.language, topic)) or _told(content, topic)
    if quote is None or (value and quote in value):
        return told or None
    if told:
        return wording.say("besides", answer=told, quote=quote)
    return wording.say("answer.quote", title=content.title, value=quote)


def asks_beyond_ads(question: Asked, language: str) -> frozenset[str]:
    """Return the subjects of a question where all that it asks is about such as no advertisement is about."""
    every = list(sentences(question.text))
    asking = [each for each in every if is_question(each, language)] or every
    found = [untold_subjects(each, language) for each in asking]
    return frozenset().union(*found) if found and all(found) else frozenset()


def tells_no_part(opening: Opening, topic: OpeningTopic | None, wording: Wording, question: Asked) -> bool:
    """Tell whether an opening says but all of its text to a question, as none of its sentences speaks of that.

    What surely asks for a detail of its requirements is told by all of them.
    """
    content, hears = opening.content, question.details(wording.language)
    if topic not in _BY_A_PARAGRAPH or _surely_told(content, question, wording.language):
        return False
    if topic is OpeningTopic.REQUIREMENTS and hears is not None and surely_asked(hears.asked(question.text)):
        return False
    return _value(opening, topic, wording) == excerpt(content.description)


def told_of_a_detail(opening: Opening, wording: Wording, question: Asked) -> str | None:
    """Return what an opening's text surely tells of a detail that a message surely asks for; None elsewhere.

    What a search may look for ("full-time only", "no nights") asks for nothing unless it is put as a question.
    """
    content, hears = opening.content, question.details(wording.language)
    question = replace(question, text=question.text.replace(content.title, " "))
    detail = surely_asked(hears.asked(question.text)) if hears is not None else None
    if detail is None or (detail in _SOUGHT and not is_question(question.text, wording.language)):
        return None
    said = _surely_told(content, question, wording.language)
    return said and wording.say("answer.quote", title=content.title, value=said)


def _asks_for_times(topic: OpeningTopic | None, question: Asked) -> bool:
    """Whether a question asks for nights, weekends or shifts, and not for what is paid then."""
    asks = of_every_language("openings", "asks_shifts")
    return topic in (None, OpeningTopic.HOURS, OpeningTopic.DETAIL) and asks.search(question.text) is not None


def _asked_of_its_text(topic: OpeningTopic | None, language: str, question: Asked) -> bool:
    """Whether a question asks for what its text alone can tell, for times or for a detail of which no field tells."""
    hears = question.details(language)
    asked = hears.asked(question.text) if hears is not None and topic not in _NO_DETAIL else {}
    beyond = topic is OpeningTopic.SALARY and of_every_language("openings", "asks_beyond_pay").search(question.text)
    named = sum(asked.get(detail, 0.0) for detail in _NO_FIELD) >= SURELY
    return named or bool(beyond) or _asks_for_times(topic, question)


def _in_its_text(content: OpeningContent, topic: OpeningTopic | None, question: Asked, language: str) -> str | None:
    """What the text says on a question: of nights and weekends what is said in the words for them, if anything is."""
    times = sentences_with(_whole(content), tells_working_times()) if _asks_for_times(topic, question) else None
    return times or _surely_told(content, question, language) or _quoted(content, question, language)


def _whole(content: OpeningContent) -> str:
    """The title and the text."""
    return f"{content.title}\n{content.description}"


def _naming(content: OpeningContent, subjects: frozenset[str], language: str) -> str | None:
    """The sentences of the text that name one of these subjects."""
    told_in = _told_in(content, language)
    return joined([each for each in sentences(content.description) if names_one_of(each, subjects, told_in)]) or None


def _hours(content: OpeningContent, wording: Wording) -> str | None:
    """Whether it is full-time or part-time, with the part of the title that says how many hours."""
    tells = of_every_language("openings", "tells_hours")
    titled = [part.strip() for part in _TITLE_PARTS.split(content.title) if tells.search(part)]
    return wording.listed(filter(None, (wording.hours(content), *titled)))


def _quoted(content: OpeningContent, question: Asked, language: str, topic: OpeningTopic | None = None) -> str | None:
    if not question.text:
        return None
    told_in, details, about = _told_in(content, language), question.details, topic in _LASTS
    text, title = content.description, content.title
    return quoted(text, question.text, language, told_in, title, details=details, is_about_it=about)


def _surely_told(content: OpeningContent, question: Asked, language: str) -> str | None:
    told_in = _told_in(content, language)
    return surely_telling(content.description, question.text, language, told_in, question.details)


def _told_in(content: OpeningContent, language: str) -> str:
    return content.language if content.language in KNOWN_LANGUAGES else language


def _told(content: OpeningContent, topic: OpeningTopic | None) -> str | None:
    kind = _TOLD_BY.get(topic) if topic else None
    return sentences_with(content.description, of_every_language("openings", kind)) if kind else None


def shared(content: OpeningContent, question: Asked, language: str) -> float:
    """Return how many words, subjects and details of a question the sentence speaks of that would be quoted."""
    told_in, text = _told_in(content, language), question.text.replace(content.title, " ")
    return likeness(content.description, text, language, told_in, content.title, details=question.details)


def _value(opening: Opening, topic: OpeningTopic, wording: Wording) -> str | None:
    content = opening.content
    match topic:
        case OpeningTopic.SALARY:
            return wording.salary(content.salary)
        case OpeningTopic.CONTACT:
            return wording.contact(content)
        case OpeningTopic.PLACE:
            return wording.places(content.places, most=10)
        case OpeningTopic.WORK_MODE:
            return wording.work_mode(content)
        case OpeningTopic.HOURS:
            return _hours(content, wording)
        case OpeningTopic.CONTRACT:
            return wording.contract(content)
        case OpeningTopic.DEADLINE:
            return wording.date(content.valid_through)
        case OpeningTopic.POSTED:
            return wording.date(content.posted)
        case OpeningTopic.LEVEL:
            return wording.level(content)
        case OpeningTopic.DEPARTMENT:
            return content.department
        case OpeningTopic.APPLY:
            return wording.say("card.apply") if wording.offer.guided else content.apply_url or content.url
        case OpeningTopic.DETAIL:
            return None
        case OpeningTopic.TASKS:
            return _part(content.description, _TASKS) or excerpt(content.description)
        case OpeningTopic.REQUIREMENTS:
            return _part(content.description, _REQUIREMENTS) or excerpt(content.description)


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
