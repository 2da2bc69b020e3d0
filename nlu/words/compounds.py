"""Compounds that name a profession: `Oberarztstelle`, `Bäckerlehre`, `Schuhverkäuferin`, `truckdriver`."""

from __future__ import annotations

from collections.abc import Container, Mapping


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SHORTEST = 7
_WORK = _words("""
    ausbildungsstelle ausbildungsplatze ausbildungsplatz stellenangebote stellenangebot praktikumsplatz
    jobangebote ausbildungen tatigkeiten jobangebot lehrstellen ausbildung tatigkeit positionen lehrstelle
    praktikum gesellen gesellin meisterin praktika position lehrling nebenjob minijob karriere stellen geselle
    meister bereich stelle posten berufe arbeit azubis lehre beruf azubi teams jobs team job
""")
_LINKS = ("", "s", "n", "en", "es")
_HEADS = frozenset(
    _words("""
    verkaufer lehrer ingenieur entwickler programmierer monteur mechaniker schlosser elektriker backer kellner
    buchhalter koch erzieher redakteur trainer anwalt jurist psychologe chemiker physiker biologe laborant gartner
    maler lackierer dachdecker kassierer designer architekt administrator sekretar rezeptionist schweisser
    dolmetscher ubersetzer fotograf friseur florist techniker lagerist kommissionierer hausmeister arzt tischler
    schreiner maurer controller recruiter berater
""")
)
_MODIFIERS = frozenset(
    _words("""
    nacht teilzeit vollzeit aushilfs hilfs junior senior chef fach diplom jung allein stations haupt klinik
    meister ober bei zweit dauer
""")
)
_LONGEST_HEAD = 16
_ADJECTIVES = ("formaler", "imaler", "normaler", "schmaler")
"""Endings of adjectives that end as the name of a trade does: minimal, maximal, optimal, dezimal."""


def main_word(word: str, known: Container[str]) -> str | None:
    """Return the known word (folded, uninflected) that a folded compound is a kind of, or a job of; else None.

    Before a head such as `verkaufer` anything may stand; other words keep their meaning behind a few modifiers only
    (a `Nachtpfleger` is a nurse, a `Denkmalpfleger` is not).

    >>> main_word('schuhverkaufer', {'verkaufer'}), main_word('radfahrer', {'fahrer'})
    ('verkaufer', None)
    >>> main_word('industriemaler', {'maler'}), main_word('optimaler', {'maler'})
    ('maler', None)
    """
    if len(word) < _SHORTEST or word.endswith(_ADJECTIVES):
        return None
    for place in range(max(3, len(word) - _LONGEST_HEAD), len(word) - 3):
        head = word[place:]
        if head in known and (head in _HEADS or word[:place] in _MODIFIERS):
            return head
    return None


def without_work(word: str) -> list[str]:
    """Return what may be left of a folded compound when the word for work at its end is taken away.

    >>> without_work('backerlehre')
    ['backer']
    """
    ending = next((ending for ending in _WORK if word.endswith(ending) and len(word) >= len(ending) + 4), None)
    if ending is None:
        return []
    stem = word[: -len(ending)]
    return [stem[: len(stem) - len(link)] for link in _LINKS if stem.endswith(link)]


def untranscribed(word: str) -> str:
    """Return a word typed without umlauts as it is folded: `baecker` as `backer`."""
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def respaced(names: Mapping[str, str], language: str) -> dict[str, str]:
    """Return names with the space left out (English `truckdriver`) or put in (German `kranken pfleger`).

    >>> respaced({'truck driver': 'truck_driver'}, 'en')
    {'truckdriver': 'truck_driver'}
    """
    if language == "en":
        return {name.replace(" ", ""): value for name, value in names.items() if name.count(" ") == 1 and len(name) > 9}
    if language == "de":
        return {
            f"{name[:place]} {name[place:]}": value
            for name, value in names.items()
            if " " not in name
            for place in range(4, len(name) - 3)
            if name[place:] in names
        }
    return {}
