"""What an operator types of a new company: the helpline of each language, and the rest checked as the desk does."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from admin.errors import DeskError, in_words
from admin.settings.profile import checked_key, profile_of, values_of
from admin.texts import FALLBACK, load_texts
from candor.countries import country_codes
from candor.starter_models import general_languages
from storage.companies.companies import CompanyProfile

_OF_A_LANGUAGE = re.compile(r"([A-Za-z]{2,3}(?:-\w+)?)\s*=\s*(.*)", re.DOTALL)


def helplines_of(given: Sequence[str], languages: Sequence[str]) -> dict[str, str]:
    """Return the text of each language; one that names none is the first one's. Raises UsageError in one line.

    >>> helplines_of(["Call 112.", "de=Rufen Sie 112 an."], ["en", "de"])
    {'en': 'Call 112.', 'de': 'Rufen Sie 112 an.'}
    """
    texts: dict[str, str] = {}
    for each in filter(str.strip, given):
        named = _OF_A_LANGUAGE.fullmatch(each.strip())
        language, text = (named[1].lower(), named[2]) if named else (languages[0], each.strip())
        if language not in languages:
            raise click.UsageError(f"--helpline {language}=...: {_not_spoken(language, languages)}")
        if language in texts:
            raise click.UsageError(f"--helpline: there are two texts for {language!r}: give each language one")
        texts[language] = text
    return {language: text for language, text in texts.items() if text}


def _not_spoken(language: str, languages: Sequence[str]) -> str:
    if language in general_languages():
        return f"the company does not speak {language!r} (it speaks: {', '.join(languages)})"
    known = ", ".join(general_languages())
    as_text = f"a text that begins with it is written {languages[0]}={language}=..."
    return f"no language is called {language!r} (there are: {known}); {as_text}"


def without_helpline(profile: CompanyProfile) -> str:
    """Return the sentence that says in which languages a company has no helpline; empty where each has one."""
    missing = [each for each in profile.languages if each not in profile.helpline]
    if not missing:
        return ""
    return (
        f"no helpline for {', '.join(missing)}: somebody in danger is only told there that a person will answer."
        " Write one in the desk, under Settings."
    )


def checked_profile(new: CompanyProfile) -> CompanyProfile:
    """Return the profile as the desk would keep it; raises UsageError in one line for what the desk would refuse."""
    try:
        checked_key(new.key)
        return profile_of(values_of(new, general_languages()), new, country_codes())
    except DeskError as error:
        raise click.UsageError(in_words(load_texts()[FALLBACK], error)) from None
