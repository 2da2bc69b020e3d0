"""What kinds of jobs there are."""

from __future__ import annotations

from typing import Final, Literal

WorkMode = Literal["onsite", "hybrid", "remote"]
EmploymentType = Literal[
    "full_time", "part_time", "permanent", "temporary", "internship", "apprenticeship", "freelance"
]
Level = Literal["trainee", "entry", "experienced", "senior", "lead"]
SalaryUnit = Literal["hour", "day", "week", "month", "year"]
OF_KINDS: Final[dict[str, EmploymentType]] = {"intern": "internship", "apprentice": "apprenticeship"}
"""Words for a kind of job that are professions by themselves: "an internship in marketing" is for a marketer."""
Order = Literal["best_paid", "least_paid", "newest"]
"""Which openings come first, where that was asked for."""
