"""The gate's reasons in words that a recruiter understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from admin.models.words import points_in_words, setting_in_words, topic_in_words
from admin.texts import Say
from evaluation import gate_reason as codes

_Params: TypeAlias = Mapping[str, Any]


def reason_in_words(say: Say, reason: Mapping[str, Any]) -> str:
    """Say one reason of the gate; a code that is not known is named as it is."""
    code = str(reason.get("code"))
    if code not in _WORDS:
        return say("gate.other", code=code)
    return _WORDS[code](say, dict(reason.get("params") or {}))


def _too_few_categories(say: Say, params: _Params) -> str:
    return say("gate.too_few_categories", n=params["categories"], needed=params["needed"])


def _accuracy_fell(say: Say, params: _Params) -> str:
    said = {
        "setting": setting_in_words(say, params["min_category_size"], params["other_min_prop"]),
        "before": say.percent(params["before"], 1),
        "after": say.percent(params["after"], 1),
        "points": points_in_words(say, params["tolerance"]),
    }
    if params.get("cause") is None:
        return say("gate.accuracy_fell", **said)
    cause = say(f"gate.cause.{params['cause']}")
    return say("gate.same_accuracy_fell", n=params["questions"], cause=cause, **said)


def _setting_not_measured(say: Say, params: _Params) -> str:
    where = setting_in_words(say, params["min_category_size"], params["other_min_prop"])
    return say("gate.setting_not_measured", setting=where, before=say.percent(params["before"], 1))


def _category_got_worse(say: Say, params: _Params) -> str:
    key = "gate.category_unanswered" if params["answer"] is None else "gate.category_got_worse"
    before, after = say.percent(params["before"]), say.percent(params["after"])
    answer = params["answer"] and topic_in_words(say, params["answer"])
    named = {"category": params["category"], "answer": answer, "n": params["count"]}
    return say(key, **named, before=before, after=after)


def _coverage_fell(say: Say, params: _Params) -> str:
    return say("gate.coverage_fell", **{name: say.percent(params[name], 1) for name in ("before", "after", "floor")})


def _golden_changed(say: Say, params: _Params) -> str:
    key = "gate.golden_changed" if params["answer"] is not None else "gate.golden_unanswered"
    return say(key, question=params["question"], expected=params["expected"], answer=params["answer"])


def _too_slow(say: Say, params: _Params) -> str:
    return say("gate.too_slow", value=say.number(params["milliseconds"], 1), most=say.number(params["most"], 1))


def _too_large(say: Say, params: _Params) -> str:
    return say("gate.too_large", value=say.number(params["megabytes"], 1), most=say.number(params["most"], 1))


def _category_emptied(say: Say, params: _Params) -> str:
    return say("gate.category_emptied", category=params["category"], n=params["before"])


def _labels_flipped(say: Say, params: _Params) -> str:
    share = say.percent(params["share"])
    return say("gate.labels_flipped", author=author_in_words(say, params["author"]), n=params["flipped"], share=share)


def _one_source(say: Say, params: _Params) -> str:
    author = author_in_words(say, params["author"])
    return say(f"gate.one_source.{params['kind']}", author=author, n=params["examples"])


def author_in_words(say: Say, author: str | None) -> str:
    """Say who changed something, where that is known."""
    return author or say("gate.someone")


_WORDS: Mapping[str, Callable[[Say, _Params], str]] = {
    codes.TOO_FEW_CATEGORIES: _too_few_categories,
    codes.ACCURACY_FELL: _accuracy_fell,
    codes.SETTING_NOT_MEASURED: _setting_not_measured,
    codes.CATEGORY_GOT_WORSE: _category_got_worse,
    codes.COVERAGE_FELL: _coverage_fell,
    codes.GOLDEN_CHANGED: _golden_changed,
    codes.TOO_SLOW: _too_slow,
    codes.TOO_LARGE: _too_large,
    codes.CATEGORY_EMPTIED: _category_emptied,
    codes.LABELS_FLIPPED: _labels_flipped,
    codes.ONE_SOURCE: _one_source,
}
