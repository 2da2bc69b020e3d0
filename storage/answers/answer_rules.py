"""What an answer must be so that candidates can be given it, wherever it was written. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from storage.answers.answers import Answer
from texts.markup import unshown
from texts.placeholders import IN_ANSWERS, unknown

Code = Literal["placeholder_unknown", "placeholder_in_title", "markup", "dates_swapped"]
KNOWN: Final = ", ".join(f"{{{{{name}}}}}" for name in IN_ANSWERS)
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class AnswerProblem:
    """What is wrong with an answer; `params` are what was typed."""

    code: Code
    params: Mapping[str, Any] = field(default_factory=dict)


def problem(answer: Answer) -> AnswerProblem | None:
    """Return the first thing that is wrong with an answer, None where it can be given.

    >>> problem(Answer("pay", "en", "{{company}} pays {{salary}}.")).params["given"]
    '{{salary}}'
    >>> problem(Answer("pay", "en", "We pay.", more="# How\\nBy a tariff."))
    AnswerProblem(code='markup', params={'line': 1, 'what': '# How'})
    """
    return next(_problems(answer), None)


def _problems(answer: Answer) -> Iterator[AnswerProblem]:
    for text in (answer.text, answer.more):
        if (given := unknown(text, IN_ANSWERS)) is not None:
            yield AnswerProblem("placeholder_unknown", {"given": given[:_LONGEST], "known": KNOWN})
        if (raw := unshown(text)) is not None:
            yield AnswerProblem("markup", {"line": raw.line, "what": raw.what[:_LONGEST]})
    titles = [answer.title, *(button.title for button in answer.buttons), *(link.title for link in answer.links)]
    for title in titles:
        if (given := unknown(title, ())) is not None:
            yield AnswerProblem("placeholder_in_title", {"given": given[:_LONGEST]})
    if answer.valid_from is not None and answer.valid_until is not None and answer.valid_from > answer.valid_until:
        yield AnswerProblem("dates_swapped", {"since": answer.valid_from, "until": answer.valid_until})
