"""Professions near one another: those of one family, as nursing or logistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping


class RelatedProfessions:
    """Knows the families that each profession belongs to, the nearest first."""

    def __init__(self, families: Mapping[str, tuple[str, ...]]) -> None:
        self._families = dict(families)
        self._members: dict[str, list[str]] = {}
        for profession, its in families.items():
            for family in its:
                self._members.setdefault(family, []).append(profession)

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
