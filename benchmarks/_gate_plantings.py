"""What is done to a company's data between two retrains: harm that looks like work, and work."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from _gate_company import Company, Rows

from candor.training_plan import phrasing_of
from nlu.recipe import Recipe

Planting: TypeAlias = Callable[[Company, random.Random], Iterator[None]]
"""Changes the company's data and yields before each retrain."""
Work: TypeAlias = Callable[[Company, random.Random], None]
"""Changes the company's data before one retrain."""

MOST_DAYS = 40


def moves(renamed: Callable[[list[str]], dict[str, str]]) -> Planting:
    """One import puts the questions of some categories into others: `renamed` names these by those."""

    def plant(company: Company, chance: random.Random) -> Iterator[None]:
        rows = company.rows()
        names = sorted({category for _, category in rows})
        into = renamed(chance.sample(names, len(names)))
        company.imports([(text, into.get(category, category)) for text, category in rows])
        yield

    return plant


def merged(company: Company, chance: random.Random) -> Iterator[None]:
    """All questions but one of every fourth category land in another."""
    rows = company.rows()
    names = chance.sample(sorted({category for _, category in rows}), len({category for _, category in rows}))
    into = dict(zip(names[: len(names) // 4], names[len(names) // 4 :], strict=False))
    company.imports([(text, into.get(name, name)) for text, name in _but_one(rows)])
    yield


def cut(company: Company, chance: random.Random) -> Iterator[None]:
    """Every fourth category is left with one question."""
    rows = company.rows()
    names = sorted({category for _, category in rows})
    gone = set(chance.sample(names, len(names) // 4))
    left = {row for row in _but_one(rows) if row[1] in gone}
    company.imports([row for row in rows if row not in left], replace=True)
    yield


def _but_one(rows: Rows) -> Rows:
    """Return the rows without the first one of each category."""
    seen: set[str] = set()
    return [(text, name) for text, name in rows if name in seen or seen.add(name)]  # type: ignore[func-returns-value]


def near_copies(flipped: float) -> Planting:
    """Every question is imported once more with "please" before it, that share of them into a wrong category."""

    def plant(company: Company, chance: random.Random) -> Iterator[None]:
        copies = [(f"please {text}", category) for text, category in company.rows()]
        company.imports(_flipped(copies, flipped, chance))
        yield

    return plant


def drip(share: float) -> Planting:
    """Every day an import puts that share of the questions into wrong categories."""

    def plant(company: Company, chance: random.Random) -> Iterator[None]:
        order = chance.sample(company.rows(), len(company.rows()))
        size = max(1, round(share * len(order)))
        for day in range(min(MOST_DAYS, len(order) // size)):
            company.imports(_flipped(order[day * size : (day + 1) * size], 1.0, chance, order))
            yield

    return plant


def _flipped(rows: Rows, share: float, chance: random.Random, all_rows: Rows | None = None) -> Rows:
    names = sorted({category for _, category in all_rows or rows})
    chosen = set(chance.sample(range(len(rows)), round(share * len(rows))))
    return [
        (text, chance.choice([name for name in names if name != category]) if i in chosen else category)
        for i, (text, category) in enumerate(rows)
    ]


def garbage(company: Company, chance: random.Random) -> Iterator[None]:
    """A new category of 500 sentences that are made of the words of all the others."""
    words = [word for text, _ in company.rows() for word in text.split()]
    company.imports([(" ".join(chance.choices(words, k=chance.randint(3, 12))), "new topic") for _ in range(500)])
    yield


_BEFORE = ("", "hi, ", "please tell me: ", "quick question: ", "um, ", "hey, ", "so ", "sorry, ", "ok, ")
_AFTER = (
    "",
    "please",
    "thanks",
    "thank you",
    "pls",
    "asap",
    "today",
    "again",
    "now",
    "then",
    "or",
    "right",
    "you know",
)
_ENDS = ("", " ok", " hm")


def near_duplicates(company: Company, chance: random.Random) -> Iterator[None]:
    """200 variants of one question go to a category that it does not belong to."""
    text, category = chance.choice(company.rows())
    other = chance.choice(sorted({name for _, name in company.rows()} - {category}))
    variants = [f"{before}{text} {after}{end}" for before in _BEFORE for after in _AFTER for end in _ENDS]
    company.imports([(variant, other) for variant in chance.sample(sorted(set(variants)), 200)])
    yield


HARM: dict[str, Planting] = {
    "two categories swapped": moves(lambda names: {names[0]: names[1], names[1]: names[0]}),
    "ten categories rotated": moves(lambda names: dict(zip(names[:10], names[1:10] + names[:1], strict=True))),
    "all but one merged, every 4th category": merged,
    "cut to one question, every 4th category": cut,
    "near-copies, 10 % flipped": near_copies(0.1),
    "near-copies, 20 % flipped": near_copies(0.2),
    "drip of 1 % a day": drip(0.01),
    "drip of .5 % a day": drip(0.005),
    "category of 500 garbage sentences": garbage,
    "200 near-duplicates in a wrong category": near_duplicates,
}


def greeted(company: Company, chance: random.Random) -> Iterator[None]:
    """The questions of one category are imported once more as mails: with a greeting, a name and thanks."""
    phrasing = phrasing_of("en")
    assert phrasing is not None
    rows = company.rows()
    category = chance.choice(sorted({name for _, name in rows}))
    mails = []
    for text, name in rows:
        if name == category:
            introduction = chance.choice(phrasing.introductions).replace("{name}", chance.choice(phrasing.names))
            words = chance.choice(phrasing.before), introduction, text, chance.choice(phrasing.after)
            mails.append((" ".join(words), name))
    company.imports(mails)
    yield


def misspelt(company: Company, chance: random.Random) -> Iterator[None]:
    """The recipe no longer reads misspelt words as those that were taught."""
    company.plan = replace(company.plan, recipe=lambda language: Recipe.faq(language).changed({"spelling": ""}))
    yield


OTHERWISE: dict[str, Planting] = {
    "one category comes again as mails": greeted,
    "misspelt words are no longer read": misspelt,
}
"""What costs little as long as questions are asked as they are taught: judged on questions asked in another way."""


def nothing(company: Company, chance: random.Random) -> None:
    """Nothing changes."""


def corrections(company: Company, chance: random.Random) -> None:
    """A recruiter puts questions that stand in a wrong category right, one at a time."""
    standing = dict(company.rows())
    right = list(company.data.noise.items())
    wrong = [(text, name) for text, name in right if standing.get(text, name) != name]
    for text, name in chance.sample(wrong, min(len(wrong), 5)):
        company.correct(text, name)


def additions(company: Company, chance: random.Random) -> None:
    """Good new questions for every tenth of the data."""
    known = {text for text, _ in company.rows()}
    fresh = [row for row in company.data.unseen if row[0] not in known]
    company.imports(chance.sample(fresh, min(len(fresh), len(known) // 10)))


def removal(company: Company, chance: random.Random) -> None:
    """One question in ten goes."""
    rows = company.rows()
    company.imports(chance.sample(rows, len(rows) - len(rows) // 10), replace=True)


def new_category(company: Company, chance: random.Random) -> None:
    """A category that was not there comes with its questions."""
    company.imports(company.data.new)


def rename(company: Company, chance: random.Random) -> None:
    """A recruiter renames a category."""
    before = chance.choice(sorted({category for _, category in company.data.live}))
    company.rename(before, f"{before} as it is called now")


WORK: dict[str, Work] = {
    "nothing changes": nothing,
    "corrections by hand": corrections,
    "10 % more questions": additions,
    "10 % fewer questions": removal,
    "a new category": new_category,
    "a category renamed": rename,
}
