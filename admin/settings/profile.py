"""The profile of a company as the fields of a form, and back. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar
from urllib.parse import urlsplit

from admin.addresses import mail_address
from admin.errors import DeskError
from admin.forms import whole
from admin.settings.kinds import said_plainly, without_braces
from storage.companies.companies import Company, CompanyProfile
from storage.companies.office_hours import InvalidHours, OfficeHours, days_in, hours_of, spans_text
from texts.mail_addresses import LONGEST
from texts.web_addresses import is_web_page

BY_LANGUAGE: Final = ("answer_time", "helpline")
"""Texts that each language has one of: the field of German is "helpline.de"."""
OPERATORS: Final = frozenset({"languages", "default_language", "countries"})
"""Fields that decide which models are needed: an operator's."""
LIMITS: Final[Mapping[str, int]] = {
    "name": 80, "careers_url": 2000, "contact_email": LONGEST, "answer_hours": 20, "escalate_hours": 20, "rota": 3,
    "languages": 200, "default_language": 8, "time_zone": 64, "hours": 200, "days_off": 4000, "countries": 1000,
    "answer_time": 200, "helpline": 1000, "privacy_url": 2000, "privacy_version": 30,
}  # fmt: skip
"""How many characters each field takes."""
LABELS: Final = {"name": "company_name"}
"""Labels in the language files that are not named as their fields."""
T = TypeVar("T")
MOST_HOURS: Final = 720
_KEY = re.compile(r"[a-z0-9][a-z0-9-]{1,39}")
_ONE_LABEL: Final = frozenset({"localhost"})
"""Hosts without a dot that a browser finds."""


def values_of(company: Company | CompanyProfile, languages: Sequence[str]) -> dict[str, str]:
    """Return what stands in the fields; `languages` are those that the bot can speak."""
    values = {
        "name": company.name,
        "careers_url": company.careers_url,
        "contact_email": company.contact_email,
        "privacy_url": company.privacy_url,
        "privacy_version": company.privacy_version,
        "answer_hours": "" if company.answer_hours is None else str(company.answer_hours),
        "escalate_hours": "" if company.escalate_hours is None else str(company.escalate_hours),
        "rota": "yes" if company.rota else "",
        "languages": " ".join(each for each in languages if each in company.languages),
        "default_language": company.default_language,
        "countries": ", ".join(company.countries),
    }
    values |= _hours_values(company.office_hours)
    for language in languages:
        values[f"answer_time.{language}"] = company.answer_time.get(language, "")
        values[f"helpline.{language}"] = company.helpline.get(language, "")
    return values


def profile_of(
    values: Mapping[str, str], company: Company | CompanyProfile, countries: Collection[str]
) -> CompanyProfile:
    """Return the profile that the fields say; raises DeskError, which names the field.

    `countries` are the codes there are; what is kept in languages that the form does not know stays.
    """
    for name, value in values.items():
        kind = name.partition(".")[0]
        if len(value) > LIMITS[kind]:
            raise _at(name, DeskError("field_long", field=LABELS.get(kind, kind), n=LIMITS[kind]))
    languages = tuple(values["languages"].split())
    if not languages or values["default_language"] not in languages:
        raise DeskError("default_language")
    texts = {name: _texts(name, values, getattr(company, name)) for name in BY_LANGUAGE}
    return CompanyProfile(
        key=company.key,
        name=_read("name", lambda: _required(without_braces({"name": values["name"]}), "name")),
        languages=_in_order(languages, company.languages),
        default_language=values["default_language"],
        careers_url=_read("careers_url", lambda: _web_address(_required(values, "careers_url"))),
        contact_email=_read("contact_email", lambda: mail_address(_required(values, "contact_email"))),
        privacy_url=values["privacy_url"] and _read("privacy_url", lambda: _web_address(values["privacy_url"])),
        privacy_version=_read("privacy_version", lambda: _version(values["privacy_version"])),
        helpline=texts["helpline"],
        answer_time=texts["answer_time"],
        countries=_read("countries", lambda: _countries(values["countries"], countries)),
        answer_hours=_read("answer_hours", lambda: _hours(values, "answer_hours")),
        escalate_hours=_read("escalate_hours", lambda: _hours(values, "escalate_hours")),
        rota=bool(values["rota"]),
        office_hours=_office_hours(values, company.office_hours),
        look=company.look,
    )


def new_profile(typed: Mapping[str, str], languages: Sequence[str], countries: Collection[str]) -> CompanyProfile:
    """Return the profile of a new company of one language; raises DeskError, which names the field."""
    key, language = checked_key(typed["key"]), typed["default_language"]
    if language not in languages:
        raise DeskError("default_language")
    empty = CompanyProfile(key, "", (language,), language)
    about = {name: typed[name] for name in ("name", "careers_url", "contact_email")}
    return profile_of(values_of(empty, languages) | about, empty, countries)


def checked_key(key: str) -> str:
    """Return the key of a new company; raises DeskError for what cannot stand in an address."""
    if not _KEY.fullmatch(key):
        raise DeskError("company_key", key=key)
    return key


def _read(name: str, read: Callable[[], T]) -> T:
    """Return what a field says; what is refused is refused at this field."""
    try:
        return read()
    except DeskError as error:
        raise _at(name, error) from None


def _at(name: str, error: DeskError) -> DeskError:
    error.at = name
    return error


def _in_order(chosen: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    kept = [each for each in before if each in chosen]
    return (*kept, *(each for each in chosen if each not in kept))


def _texts(name: str, values: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    typed = {key.partition(".")[2]: text for key, text in values.items() if key.startswith(f"{name}.")}
    for language, text in typed.items():
        _read(f"{name}.{language}", partial(said_plainly, {"": text}))
    return {language: text for language, text in {**before, **typed}.items() if text}


def _required(values: Mapping[str, str], name: str) -> str:
    if not values[name]:
        raise DeskError("field_empty", field=LABELS.get(name, name))
    return values[name]


def _web_address(typed: str) -> str:
    if not (is_web_page(typed) and _is_host(urlsplit(typed).hostname or "")):
        raise DeskError("web_address", address=typed)
    return typed


def _is_host(host: str) -> bool:
    """Tell whether a browser may find this: a name with its domain, or an address."""
    return host in _ONE_LABEL or ":" in host or (all(host.split(".")) and "." in host)


def _version(typed: str) -> str:
    if typed and not re.fullmatch("[!-~]+", typed):
        raise DeskError("privacy_version", version=typed)
    return typed


def _hours(values: Mapping[str, str], name: str) -> int | None:
    if not values[name]:
        return None
    hours = whole(values[name], 1, MOST_HOURS)
    if hours is None:
        raise DeskError("answer_hours", field=name, most=MOST_HOURS)
    return hours


def _hours_values(hours: OfficeHours | None) -> dict[str, str]:
    week = [spans_text(spans) for spans in hours.week] if hours else [""] * 7
    return {
        "time_zone": hours.zone if hours else "",
        **{f"hours.{day}": text for day, text in enumerate(week)},
        "days_off": "\n".join(sorted(day.isoformat() for day in hours.days_off)) if hours else "",
    }


def _office_hours(values: Mapping[str, str], before: OfficeHours | None) -> OfficeHours | None:
    """Return the hours; who empties all days takes them back, who gives no day to begin with has forgotten it."""
    week = [values[f"hours.{day}"] for day in range(7)]
    if not any(week) and not values["time_zone"] and not values["days_off"].strip():
        return None
    if not values["time_zone"]:
        raise _at("time_zone", DeskError("office_no_zone"))
    try:
        days_in(values["days_off"].split())  # the zone comes last: without it all of them would be refused
        hours = hours_of({"zone": values["time_zone"], "week": week, "days_off": values["days_off"].split()})
    except InvalidHours as error:
        day = next((day for day, text in enumerate(week) if error.value in text), 0)
        field = f"hours.{day}" if error.code == "hours" else error.code
        raise _at(field, DeskError(f"office_{error.code}", value=error.value)) from None
    if not any(week) and before is None:
        raise _at("hours.0", DeskError("office_no_hours"))
    return hours if any(week) else None


def _countries(typed: str, known: Collection[str]) -> tuple[str, ...]:
    codes = tuple(dict.fromkeys(re.findall(r"[^\s,;、，]+", typed.upper())))
    unknown = next((code for code in codes if code not in known), None)
    if unknown is not None:
        raise DeskError("country_code", code=unknown)
    return codes
