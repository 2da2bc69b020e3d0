"""What a message says of a search for a job: the values that the reader of wishes gives."""

from __future__ import annotations

from dataclasses import dataclass

from nlu.wishes.pay_bound import PayBound
from nlu.wishes.refusals import NOTHING_RULED_OUT, RuledOut

WORK_MODES = ("remote", "hybrid", "onsite")
EMPLOYMENT_TYPES = ("full_time", "part_time", "permanent", "temporary", "internship", "apprenticeship", "freelance")
LEVELS = ("trainee", "entry", "experienced", "senior", "lead")
PAY_ORDERS = ("best_paid", "least_paid")
ORDERS = (*PAY_ORDERS, "newest")
MIDDLE = 0
"""The place in the middle of a list, as it is picked."""
PICKS: dict[str, tuple[int, ...]] = {
    "first": (1,),
    "second": (2,),
    "third": (3,),
    "fourth": (4,),
    "fifth": (5,),
    "last": (-1,),
    "middle": (MIDDLE,),
    "first_two": (1, 2),
    "first_three": (1, 2, 3),
}
REFINING = frozenset({*WORK_MODES, *EMPLOYMENT_TYPES, *LEVELS})
TERMS = frozenset({"permanent", "temporary"})


@dataclass(frozen=True, slots=True)
class WishWords:
    """What a message says of a search.

    `marks` holds the meanings of its phrases ("all" jobs are "anything" too), `dropped` those that a "not" rules out;
    `areas` codes as "DE" or "DE-BY", `picks` places in a list (from 1; -1 is the last, MIDDLE that in the middle), `km`
    a distance, `rest` the words that say nothing of a search.
    `named` holds professions with how they are written, `pay` the least that is to be paid. `both` are the names that
    stand in a list with another ("Berlin or Hamburg"). `trade` holds words of `rest` that stand where a profession
    does ("any lamplighter jobs"). `ruled_out` is what is not wanted at all.
    `is_one_phrase` when a single phrase is the whole message ("show me more").
    """

    professions: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    picks: tuple[int, ...] = ()
    km: float | None = None
    rest: tuple[str, ...] = ()
    is_one_phrase: bool = False
    named: tuple[tuple[str, str], ...] = ()
    pay: PayBound | None = None
    both: frozenset[str] = frozenset()
    trade: str = ""
    ruled_out: RuledOut = NOTHING_RULED_OUT

    @property
    def says_something(self) -> bool:
        """Whether anything in the message is about a search (what merely fills or turns a sentence is not)."""
        turning = {"instead", "against", "also", "not", "job"}
        said = self.professions or self.cities or self.areas or self.km or self.pay or self.dropped
        return bool(said or self.ruled_out or self.marks - turning)

    @property
    def refining(self) -> bool:
        """Whether it says what an opening must be, beside its profession and place."""
        said = self.km or self.pay or self.dropped or self.ruled_out.kinds
        return bool(said or not self.marks.isdisjoint((*REFINING, *ORDERS)))

    @property
    def places(self) -> bool:
        """Whether it says where, or where not."""
        return bool(self.cities or self.areas or "anywhere" in self.marks or self.ruled_out.places)
