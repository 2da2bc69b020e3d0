"""The gate's reasons in words that a recruiter understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from admin.models.invariance import change_in_words
from admin.models.words import points_in_words, setting_in_words, topic_in_words
from admin.texts import Say
from evaluation.gate import reason as codes

_Params: TypeAlias = Mapping[str, Any]


def reason_in_words(say: Say, reason: Mapping[str, Any]) -> str:
    """Say one reason of the gate; a code that is not known is named as it is."""
    code, params = str(reason.get("code")), dict(reason.get("params") or {})
    words = _WORDS[code](say, params) if code in _WORDS else say("gate.other", code=code)
    return say("gate.against_anchor", version=params[codes.ANCHOR], reason=words) if codes.ANCHOR in params else words


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
    named = {"category": say.named(params["category"]), "answer": answer, "n": params["count"]}
    return say(key, **named, before=before, after=after)


def _small_got_worse(say: Say, params: _Params) -> str:
    before, after = say.percent(params["before"]), say.percent(params["after"])
    return say("gate.small_got_worse", n=params["categories"], tested=params["tested"], before=before, after=after)


def _not_judged(say: Say, params: _Params) -> str:
    names = say.listed(say.named(name) for name in params["names"].split(", "))
    return say("gate.not_judged", n=params["categories"], names=names, needed=params["needed"])


def _invariance_fell(say: Say, params: _Params) -> str:
    shares = {name: say.percent(params[name], 1) for name in ("before", "after", "change_before", "change_after")}
    told = {"change": change_in_words(say, params["change"]), "points": points_in_words(say, params["tolerance"])}
    key = "gate.invariance_one_fell" if params.get("changes") == "one" else "gate.invariance_fell"
    fell = say(key, n=params["questions"], **shares, **told)
    if params["example"] is None:
        return fell
    return say.gap.join([fell, say("gate.invariance_example", question=params["example"])])


def _coverage_fell(say: Say, params: _Params) -> str:
    return say("gate.coverage_fell", **{name: say.percent(params[name], 1) for name in ("before", "after", "floor")})


def _golden_changed(say: Say, params: _Params) -> str:
    key = "gate.golden_changed" if params["answer"] is not None else "gate.golden_unanswered"
    answer = params["answer"] and topic_in_words(say, params["answer"])
    return say(key, question=params["question"], expected=say.named(params["expected"]), answer=answer)


def _too_slow(say: Say, params: _Params) -> str:
    return say("gate.too_slow", value=say.number(params["milliseconds"], 1), most=say.number(params["most"], 1))


def _too_large(say: Say, params: _Params) -> str:
    return say("gate.too_large", value=say.number(params["megabytes"], 1), most=say.number(params["most"], 1))


def _category_emptied(say: Say, params: _Params) -> str:
    return say("gate.category_emptied", category=say.named(params["category"]), n=params["before"])


def _labels_flipped(say: Say, params: _Params) -> str:
    share = say.percent(params["share"])
    return say("gate.labels_flipped", author=author_in_words(say, params["author"]), n=params["flipped"], share=share)


def _flipped_in_all(say: Say, params: _Params) -> str:
    share = say.percent(params["share"])
    return say("gate.flipped_in_all", n=params["flipped"], imports=params["imports"], share=share)


def _category_changed(say: Say, params: _Params) -> str:
    counts = {name: params[name] for name in ("moved", "removed", "by_hand") if params[name]}
    named = {"category": say.named(params["category"]), "own": params["own"], "share": say.percent(params["share"])}
    if len(counts) == 1:
        ((name, n),) = counts.items()
        key = f"gate.all_changed.{name}" if n == params["own"] else f"gate.some_changed.{name}"
        return say(key, n=n, **named)
    how = say("gate.changed.and").join(say(f"gate.changed.{name}", n=count) for name, count in counts.items())
    return say("gate.category_changed", n=sum(counts.values()), how=how, **named)


def _category_swamped(say: Say, params: _Params) -> str:
    named = {"category": say.named(params["category"]), "own": params["own"], "usual": say.number(params["usual"], 0)}
    return say("gate.category_swamped", n=params["added"], **named)


def _below_floor(say: Say, params: _Params) -> str:
    return say("gate.below_floor", **{name: say.percent(params[name], 1) for name in ("accuracy", "floor")})


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
    codes.SMALL_GOT_WORSE: _small_got_worse,
    codes.NOT_JUDGED: _not_judged,
    codes.INVARIANCE_FELL: _invariance_fell,
    codes.COVERAGE_FELL: _coverage_fell,
    codes.GOLDEN_CHANGED: _golden_changed,
    codes.TOO_SLOW: _too_slow,
    codes.TOO_LARGE: _too_large,
    codes.CATEGORY_EMPTIED: _category_emptied,
    codes.LABELS_FLIPPED: _labels_flipped,
    codes.FLIPPED_IN_ALL: _flipped_in_all,
    codes.CATEGORY_CHANGED: _category_changed,
    codes.CATEGORY_SWAMPED: _category_swamped,
    codes.BELOW_FLOOR: _below_floor,
    codes.ONE_SOURCE: _one_source,
}
