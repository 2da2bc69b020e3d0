"""What the demo company's bot makes of sentences, and what that counts as."""

from __future__ import annotations

import csv
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.dialogue.acts import Act, AskBack, Confirm, Fulfil, GiveAnswer
from bot.dialogue.policy import decide
from bot.service import Service
from candor.demo import KEY, ensure_demo
from candor.house import answering, open_database
from candor.settings import load_settings
from nlu.general.stage import CRISIS
from nlu.general.stage import Heard as OfGeneral
from nlu.understanding import Guess, Level
from storage.companies import companies
from storage.companies.companies import Company

FOLDER = Path(__file__).parent.parent / "tests" / "strangers"
ALARM, GENTLE, SEARCH = "alarm", "gentle question", "search or request"
RIGHT, WRONG, ASKED, DEFERRED, ANSWERED = "right", "wrong", "asked back", "deferred", "answered"
ACTS = frozenset({"job_search", "job_subscribe", "job_unsubscribe", "application_status", "delete_my_data", "stop"})
"""General intents that do something."""


@dataclass(frozen=True, slots=True)
class Line:
    """One message; `expected` are the categories or general intents that are right, `kind` what it tests."""

    text: str
    kind: str
    expected: frozenset[str]
    language: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the bot would do: the intent it acts on, the options it asks back with, and whether it fears danger.

    `confirms` when it first asks whether that is what is wanted.
    """

    intent: str | None
    options: tuple[str, ...]
    danger: Level
    confirms: bool


class Bot:
    """The demo company's bot with everything learnt anew, as a candidate meets it: language, both stages, policy."""

    def __init__(self, service: Service, company: Company) -> None:
        self._service, self._company = service, company

    @classmethod
    @contextmanager
    def opened(cls, folder: Path | None = None, encoder: str | None = None) -> Iterator[Bot]:
        """Learn everything in `folder`, or in one that is thrown away; takes some minutes the first time.

        `encoder` is what `nlu.encoder` says (None: what the settings say).
        """
        with tempfile.TemporaryDirectory() as thrown_away:
            given = {"nlu": {"encoder": encoder}} if encoder else {}
            settings = load_settings(None, {"data_dir": folder or Path(thrown_away), **given})
            with open_database(settings) as database:
                ensure_demo(settings, database)
                service = answering(settings, database)
                company = database.read_now(lambda conn: companies.by_key(conn, KEY))
                if company is None:
                    raise SystemExit("there is no demo company in this folder: name an empty one")
                yield cls(service, company)

    def hear(self, line: Line) -> Heard:
        """Return what it does with a message that follows others in the line's language."""
        service, company = self._service, self._company
        spoken = service.detector.detect(line.text, company.languages, last=line.language, default=line.language)
        seen = service.live.parse(company, spoken, line.text)
        decision = decide(seen, service.thresholds)
        options = decision.options if isinstance(decision, AskBack) else ()
        return Heard(_named(decision), options, seen.danger, isinstance(decision, Confirm))

    def guesses(self, line: Line) -> tuple[OfGeneral, tuple[Guess, ...]] | None:
        """Return what each stage makes of a message; None where it fears danger, which comes before both."""
        service, company = self._service, self._company
        spoken = service.detector.detect(line.text, company.languages, last=line.language, default=line.language)
        pipeline = service.live.pipeline(company, spoken)
        if pipeline.danger and pipeline.danger.judge(line.text).level is not Level.NONE:
            return None
        entities = pipeline.entities.find(line.text, spoken)
        heard = pipeline.general.hear(line.text, entities=entities)
        return heard, pipeline.faq.rank(line.text) if pipeline.faq else ()


def _named(decision: Act) -> str | None:
    """What a decision acts on: a category, or a general intent behind "general:"; None where it does nothing yet."""
    if isinstance(decision, GiveAnswer):
        return decision.category
    if isinstance(decision, Confirm | Fulfil):
        return decision.intent if decision.intent == CRISIS else f"general:{decision.intent}"
    return None


def lines_of(language: str, half: str) -> list[Line]:
    """Return the strangers' sentences of a language: the half "choose" or "judge"."""
    with (FOLDER / f"{language}.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["half"] == half]
    return [Line(row["text"], row["kind"], _expected(row), language, row["author"]) for row in rows]


def _expected(row: dict[str, str]) -> frozenset[str]:
    names = [name for name in row["expected"].split("|") if name]
    if row["kind"] in ("general", "negated"):
        names = [f"general:{name}" for name in names]
    return frozenset(names)


def what_came_of_it(line: Line, heard: Heard) -> str:
    """Name the outcome of one message, by its kind."""
    if heard.intent == CRISIS or heard.danger is Level.DANGER:
        return RIGHT if line.kind == "danger" else ALARM
    if heard.danger is Level.UNSURE:
        return GENTLE
    if heard.options or (heard.confirms and line.kind != "general"):
        return ASKED
    if heard.intent is None:
        return DEFERRED
    if line.kind in ("harmless", "danger", "uncovered"):
        return SEARCH if heard.intent.removeprefix("general:") in ACTS else ANSWERED
    if line.kind == "negated":
        return WRONG if heard.intent in line.expected else RIGHT
    return RIGHT if heard.intent in line.expected else WRONG


def shares(outcomes: Iterable[str]) -> dict[str, float]:
    """Return each outcome's share, the commonest first."""
    counts = Counter(outcomes)
    return {name: n / counts.total() for name, n in counts.most_common()}
