"""The starter data of what is said in words of no list: wishes of a search, steps of a dialogue, details of a job."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Final

from nlu.ads.details import DETAILS
from nlu.ads.questions import NOTHING, OpeningTopic
from nlu.ads.working_times import tells_working_times
from nlu.classifier.in_any_words import NOTHING as NOTHING_SAID
from nlu.data_rows import rows
from nlu.starter import (
    asked_of_openings,
    demo_questions,
    general_examples,
    general_negatives,
    labelled,
    phrases,
)
from nlu.steps.said import STEPS
from nlu.wishes.said import WISHES
from nlu.words.phrases import Phrases

_BACKGROUND: Final = 1500
_GENERAL: Final = 600
"""How many sentences of the background, and of general intents, are learnt as no wish, and as no step."""
_SEARCHES: Final = 1200
"""The same of searches, and of replies to what they ask, that say none."""
_QUESTIONS: Final = 1200
"""The same of the demo company's questions, as no step."""
_EVERY_SEARCH: Final = 3
"""Of so many searches one is learnt as asking for no detail."""
_BY_A_FIELD: Final = frozenset(
    {
        NOTHING,
        OpeningTopic.SALARY,
        OpeningTopic.CONTACT,
        OpeningTopic.DEADLINE,
        OpeningTopic.POSTED,
        OpeningTopic.APPLY,
        OpeningTopic.PLACE,
    }
)
"""What is asked of an opening that no sentence has to tell."""
_SAYING_A_WISH: Final = (
    "permanent",
    "temporary",
    "part_time",
    "full_time",
    "remote",
    "hybrid",
    "onsite",
    "anything",
    "anywhere",
    "whatever",
)
_OF_A_SEARCH: Final = frozenset({"job_search", "job_subscribe"})
_NO_STEP: Final = ("go_on", "apply", "apply_alone", "interrupts")
"""Meanings of `turn_words` with which nothing is broken off."""
_LIKE_A_STEP: Final = frozenset({"affirm", "stop", "deny", "start_over", "job_unsubscribe", "application_status"})
"""General intents of which some sentences break something off, have it sent, or ask of it, as well."""
_ON_WHAT_WAS_SENT: Final = frozenset({"withdraw_application", "edit_application", "response_time"})
"""Categories of the demo company whose questions may be about an application that was just sent."""


def said_wishes(data: Path, language: str) -> list[tuple[str, str]]:
    """Return the (wish or "none", text) lines of `wishes/said/<language>.csv`; raises DataError."""
    return labelled(data / "wishes" / "said" / f"{language}.csv", "wish", {NOTHING_SAID, *WISHES})


def said_wish_examples(data: Path, language: str) -> list[tuple[str, str]]:
    """Return those lines and, as none, what else people say; raises DataError.

    Of that, searches and replies to what they ask count where no phrase of a wish is in them.
    """
    general = general_examples(data, language)
    replies = rows(data / "dialogues" / "search_replies.csv", ("language", "text"))
    said = [text for text, intent in general if intent == "job_search"]
    said += [row["text"] for _, row in replies if row["language"] == language]
    phrased = Phrases({wish: phrases(data, "wishes")[language][wish] for wish in _SAYING_A_WISH})
    said = [text for text in said if not (phrased.find(text) or tells_working_times().search(text))]
    others = _spread(general_negatives(data, language), _BACKGROUND)
    others += _spread([text for text, intent in general if intent not in _OF_A_SEARCH], _GENERAL)
    others += _spread(said, _SEARCHES)
    asked = [*demo_questions(data, language), *(text for _, text in asked_of_openings(data, language))]
    others += [text for text in asked if tells_working_times().search(text)]  # "must I work Saturdays" rules out none
    return said_wishes(data, language) + [(NOTHING_SAID, text) for text in others]


def said_steps(data: Path, language: str) -> list[tuple[str, str]]:
    """Return the (step, text) lines of `steps/<language>.csv`, "none" for what only sounds so; raises DataError."""
    return labelled(data / "steps" / f"{language}.csv", "step", (*STEPS, NOTHING_SAID))


def said_step_examples(data: Path, language: str) -> list[tuple[str, str]]:
    """Return those lines with what affirms, and, as none, what else people say; raises DataError.

    Who is shown what is sent has it sent with any "yes, that's right". Names are none of the steps.
    """
    general, introduced = general_examples(data, language), phrases(data, "introductions")[language]
    replies = rows(data / "dialogues" / "search_replies.csv", ("language", "text"))
    others = _spread(general_negatives(data, language), _BACKGROUND)
    others += _spread([text for text, intent in general if intent not in _LIKE_A_STEP], _GENERAL)
    others += [row["text"] for _, row in replies if row["language"] == language]
    others += _spread(demo_questions(data, language, but=_ON_WHAT_WAS_SENT), _QUESTIONS)
    asked = asked_of_openings(data, language)
    others += [text for topic, text in asked if topic not in (OpeningTopic.APPLY, NOTHING)]  # some of NOTHING are steps
    names = introduced["example"]
    others += [*names, *(f"{form} {name}" for form, name in zip(introduced["name"], cycle(names), strict=False))]
    others += [form for meaning in _NO_STEP for form in phrases(data, "turn_words")[language][meaning]]
    affirming = [("send", text) for text, intent in general if intent == "affirm"]
    return said_steps(data, language) + affirming + [(NOTHING_SAID, text) for text in others]


def said_details(data: Path, language: str) -> list[tuple[str, str]]:
    """Return the (detail or "none", text) lines of `opening_questions/details`; raises DataError.

    They are questions about advertisements (`asked`) and sentences of advertisements (`told`).
    """
    folder, known = data / "opening_questions" / "details", {NOTHING_SAID, *DETAILS}
    parts = (labelled(folder / part / f"{language}.csv", "detail", known) for part in ("asked", "told"))
    return [line for part in parts for line in part]


def said_detail_examples(data: Path, language: str) -> list[tuple[str, str]]:
    """Return those and, as none, what fields of an opening tell and what is said in a search; raises DataError."""
    others = [text for topic, text in asked_of_openings(data, language) if topic in _BY_A_FIELD]
    replies = rows(data / "dialogues" / "search_replies.csv", ("language", "text"))
    others += [row["text"] for _, row in replies if row["language"] == language]
    others += [text for text, intent in general_examples(data, language) if intent == "job_search"][::_EVERY_SEARCH]
    return said_details(data, language) + [(NOTHING_SAID, text) for text in others]


def _spread(texts: Sequence[str], count: int) -> list[str]:
    """About so many of the texts, evenly."""
    return list(texts[:: max(1, len(texts) // count)])
