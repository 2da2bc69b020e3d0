"""Professions near one another: those of one family, as nursing or logistics, and special kinds of a general one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType


class RelatedProfessions:
    """Knows the families that each profession belongs to, the nearest first, and what each is a special kind of.

    `areas` are fields of work with the professions in them: who names a field means any of them, but who names one of
    them does not mean the field.
    """

    def __init__(
        self,
        families: Mapping[str, tuple[str, ...]],
        general: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        areas: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ) -> None:
        self._families = dict(families)
        self._general = {special: its for special, its in general.items() if its}
        self._special: dict[str, list[str]] = {}
        for special, its in self._general.items():
            for each in its:
                self._special.setdefault(each, []).append(special)
        self._areas = dict(areas)
        self._members: dict[str, list[str]] = {}
        for profession, its in families.items():
            for family in its:
                self._members.setdefault(family, []).append(profession)

    def special(self, professions: Iterable[str]) -> tuple[str, ...]:
        """Return the special professions that the words for these include: a wish for an engineer finds all kinds.

        >>> related = RelatedProfessions({}, {"civil_engineer": ("engineer",), "chemical_engineer": ("engineer",)})
        >>> related.special(["engineer"]), related.general(["civil_engineer"])
        (('civil_engineer', 'chemical_engineer'), ('engineer',))
        """
        return _others(professions, self._special)

    def within(self, professions: Iterable[str]) -> tuple[str, ...]:
        """Return the professions that belong to the fields of work among these.

        >>> related = RelatedProfessions({}, areas={"sales_work": ("cashier", "sales_manager")})
        >>> related.within(["sales_work", "cashier"]), related.within(["cashier"])
        (('sales_manager',), ())
        """
        return _others(professions, self._areas)

    def general(self, professions: Iterable[str]) -> tuple[str, ...]:
        """Return the professions that these are a special kind of."""
        return _others(professions, self._general)

    def near(self, professions: Iterable[str]) -> tuple[str, ...]:
        """Return the other professions of their families, those that share more of them first.

        >>> related = RelatedProfessions({"cook": ("kitchen",), "baker": ("bread", "kitchen"), "miller": ("bread",)})
        >>> related.near(["cook"]), related.near(["baker"]), related.near(["pilot"])
        (('baker',), ('cook', 'miller'), ())
        """
        wanted = list(professions)
        families = dict.fromkeys(family for profession in wanted for family in self._families.get(profession, ()))
        shared = Counter(member for family in families for member in self._members[family])
        order = {profession: place for place, profession in enumerate(self._families)}
        found = sorted(shared, key=lambda profession: (-shared[profession], order[profession]))
        return tuple(profession for profession in found if profession not in wanted)


def _others(professions: Iterable[str], its: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    wanted = list(professions)
    found = dict.fromkeys(other for profession in wanted for other in its.get(profession, ()))
    return tuple(other for other in found if other not in wanted)
