"""What a company sets itself of how its bot works, as the fields of forms, and back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from admin.errors import DeskError
from admin.settings.kinds import ADDRESSES, HOUR, NOBODY, ORIGINS, SWITCH, WORDS, FieldKind, choice, days, share, whole
from storage.companies.companies import Company
from storage.companies.company_settings import ALERTS, CompanySettings, OwnSettings

Group = Literal["answering", "models", "alerts", "privacy"]
FIELD_LIMIT: Final = 4000
TEXTS: Final = "privacy_text"
"""A text that each language has one of: the field of German is "privacy_text.de"."""
EVENTS: Final = "alert_events"
WAYS: Final = ("none", "each", "hourly", "daily")


@dataclass(frozen=True, slots=True)
class Field:
    """A setting in a group; `by` says who changes it: an operator what costs money or trust."""

    name: str
    group: Group
    kind: FieldKind
    by: Literal["operator", "anybody"] = "operator"


_SHARE: Final = share(0, 100)
FIELDS: Final = (
    Field("threshold", "answering", share(1, 100)),
    Field("general_threshold", "answering", share(1, 100)),
    Field("guard", "answering", SWITCH),
    Field("guard_asks_from", "answering", _SHARE),
    Field("guard_hands_over_from", "answering", _SHARE),
    Field("doubt_button", "answering", SWITCH),
    Field("accuracy_floor", "models", share(0, 99)),
    Field("tolerance", "models", share(0, 50)),
    Field("category_tolerance", "models", _SHARE),
    Field("canary_share", "models", share(0, 99)),
    Field("canary_reviews", "models", whole(10, 100_000)),
    Field("second_person", "models", SWITCH),
    Field("retrains", "models", SWITCH),
    Field("retrain_cron", "models", HOUR),
    Field("retrain_after_minutes", "models", whole(1, 10_080)),
    Field("alert_recipients", "alerts", ADDRESSES, "anybody"),
    Field(EVENTS, "alerts", WORDS, "anybody"),
    Field("drift_tolerance", "alerts", _SHARE, "anybody"),
    Field("told_way", "alerts", choice(*WAYS), "anybody"),
    Field("kept_days", "privacy", days(2, 36_500)),
    Field("origins", "privacy", ORIGINS),
)
GROUPS: Final[tuple[Group, ...]] = ("answering", "models", "alerts", "privacy")
BY_NAME: Final = {field.name: field for field in FIELDS}


def fields_of(group: Group) -> tuple[Field, ...]:
    """Return the fields that stand on the page of a group."""
    return tuple(field for field in FIELDS if field.group == group)


def names_of(group: Group, languages: Iterable[str]) -> list[str]:
    """Return the names of all fields of a page, those of texts with their languages."""
    texts = [f"{TEXTS}.{language}" for language in languages] if group == "privacy" else []
    return [*(field.name for field in fields_of(group)), *texts]


def is_operators(name: str) -> bool:
    """Tell whether only operators change a field."""
    return name in BY_NAME and BY_NAME[name].by == "operator"


def values_of(company: Company) -> dict[str, str]:
    """Return what stands in the fields of every page; an empty one is as the installation has it."""
    own = company.own
    values = {name: field.kind.show(own[name]) if name in own else "" for name, field in BY_NAME.items()}
    values[EVENTS] = WORDS.show(own.get(EVENTS, ALERTS)) or NOBODY
    texts: Mapping[str, str] = own.get(TEXTS, {})
    return values | {f"{TEXTS}.{language}": texts.get(language, "") for language in company.languages}


def usual_values(usual: CompanySettings) -> dict[str, str]:
    """Return what would stand in the fields that are empty."""
    return {name: field.kind.show(getattr(usual, name)) for name, field in BY_NAME.items()}


def own_from(values: Mapping[str, str], before: OwnSettings) -> OwnSettings:
    """Return what the fields say; raises DeskError. What is kept and has no field stays, as texts in other languages.

    >>> own_from({"threshold": "70", "guard": ""}, {"guard": True, "tolerance": 0.1})
    {'tolerance': 0.1, 'threshold': 0.7}
    """
    own: dict[str, Any] = {name: value for name, value in before.items() if name not in values and name != TEXTS}
    for name, typed in values.items():
        if len(typed) > FIELD_LIMIT:
            raise _at(name, DeskError("field_long", field=name.partition(".")[0], n=FIELD_LIMIT))
        if typed and name in BY_NAME:
            own[name] = _read(name, typed)
    if set(own.get(EVENTS, ())) == set(ALERTS):
        del own[EVENTS]
    texts = {**before.get(TEXTS, {}), **_texts(values)}
    kept = {language: text for language, text in texts.items() if text}
    return {**own, TEXTS: kept} if kept else own


def _read(name: str, typed: str) -> Any:
    try:
        return BY_NAME[name].kind.read(typed)
    except DeskError as error:
        params: dict[str, Any] = {"field": name, **error.params}
        raise _at(name, DeskError(error.code, **params)) from None


def _at(name: str, error: DeskError) -> DeskError:
    error.at = name
    return error


def _texts(values: Mapping[str, str]) -> dict[str, str]:
    typed = (name.partition(".") for name in values)
    return {language: values[f"{kind}.{language}"] for kind, _, language in typed if kind == TEXTS}


def chosen_events(ticked: Sequence[str]) -> str:
    """Return what stands in the field of alerts, of which these boxes are ticked."""
    return " ".join(each for each in ALERTS if each in ticked) or NOBODY
