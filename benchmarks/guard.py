"""What the guard changes: 200 conversations of scripted candidates, with the guard off and on.

    .venv/bin/python benchmarks/guard.py [--seed 1] [--data-dir D] [--signs-only]

Ten candidates of each of five kinds in each of the demo company's four languages ask three questions each. The bot has
learnt half of the company's questions and nine categories of ten; candidates ask from the other half, and sometimes
from the categories that were left out, so that no sentence has been seen. The same candidates with the same luck talk
to the bot twice. Limits and weights were chosen with seed 0; docs/guard.md quotes the figures of seed 1.

A reply breaks down when it answers another question than was asked, says word for word what did not help with this
question a moment ago, or says the same for the third time running. `--data-dir` keeps the fitted general models for the
next run; `--signs-only` does without the detector.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from _candidates import SCENARIOS, Candidate, Questions, Reply, Say
from _shared import machine

from bot.conversation import Opened, open_conversation
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.storing import Turn
from bot.dialogue.turn import answer
from bot.live import LanguageModels, LiveModels
from bot.service import Service
from bot.texts import load_texts
from candor.company_files import read_company
from candor.guard import open_guard
from candor.house import language_detector, shared_models, thresholds
from candor.product import DATA_FOLDER
from candor.settings import Settings, load_settings
from candor.starter_models import StarterModels, general_languages
from nlu import starter
from nlu.classifier.text_classifier import fit
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.pipeline import Pipeline
from nlu.recipe import Recipe
from storage import Connection, Database
from storage.companies.companies import Company
from storage.reviews import decisions, guard_decisions

CANDIDATES = 10
COLUMNS = ("replies", "broken", "broken talks", "wrong", "handed over", "asked back", "answered", "stops", "right")


class FittedModels(LiveModels):
    """Models of which one pipeline a language was fitted here, whatever company asks."""

    def __init__(self, shared: Mapping[str, LanguageModels], pipelines: Mapping[str, Pipeline]) -> None:
        super().__init__(shared.get, Path())
        self._shared.update(shared)
        self._fitted = pipelines

    def pipeline(self, company: Company, language: str) -> Pipeline:
        """Return the pipeline of the language."""
        return self._fitted[language]


@dataclass
class Figures:
    """What came of the conversations of one scenario."""

    counted: Counter[str]
    talks: int = 0

    def row(self) -> list[str]:
        """Return the figures under COLUMNS, most of them per 100 conversations."""
        n = self.counted
        each = [n["replies"], n["broken"], n["broken talks"], n["wrong"], n["handed over"], n["asked back"]]
        shares = [_share(n["answered"], n["goals"])]
        return (
            [f"{100 * value / self.talks:.0f}" for value in each]
            + shares
            + [str(n["stops"]), str(n["stopped rightly"])]
        )


@dataclass
class Talk:
    """One candidate talking to the bot; `counted` gathers what happens."""

    database: Database
    service: Service
    opened: Opened
    candidate: Candidate
    counted: Counter[str]
    sent: int = 0
    said: list[str] = field(default_factory=list)
    """What the bot replied to each message."""
    begun: int = 0
    """How many messages there had been when the candidate began to ask for the goal at hand."""

    def run(self) -> None:
        """Pursue every goal."""
        seen = Counter[str]()
        for goal in self.candidate.goals():
            self.counted["goals"] += goal not in self.candidate.questions.unknown
            served = self._pursue(goal, seen)
            self.counted["answered"] += served
            if (aside := self.candidate.digress()) is not None:
                self._say(aside)
        self.counted["broken talks"] += seen["broken"] > 0
        self.counted["handed over"] += seen["handed over"] > 0
        self.counted.update(
            {name: seen[name] for name in ("broken", "wrong", "asked back", "stops", "stopped rightly")}
        )

    def _pursue(self, goal: str, seen: Counter[str]) -> bool:
        said: Say | None = self.candidate.begin(goal)
        reply, self.begun = Reply("talk"), len(self.said)
        while said is not None:
            turn = self._say(said)
            reply = self._look(turn, goal, seen)
            wrong = next((b.id for r in turn.replies for b in r.buttons if b.id.startswith("wrong:")), None)
            none = next((b.id for r in turn.replies for b in r.buttons if b.id.startswith("none:")), None)
            said = self.candidate.go_on(reply, wrong)
            if said is not None and said.button == "none:":
                said = Say(button=none) if none else None  # nothing is offered that says so: they give up
        return reply.kind == "answer" and reply.category == goal and goal not in self.candidate.questions.unknown

    def _say(self, said: Say) -> Turn:
        self.sent += 1
        self.counted["replies"] += 1
        message = IncomingMessage(str(self.sent), said.text, said.button)
        talk = self.opened.conversation.public_id
        now = datetime.now(UTC)
        turn = self.database.write_now(lambda conn: answer(conn, self.service, talk, self.opened.token, message, now))
        self.said.append("\n".join(reply.text for reply in turn.replies))
        return turn

    def _look(self, turn: Turn, goal: str, seen: Counter[str]) -> Reply:
        made, guarded = self.database.read_now(lambda conn: _decided(conn, turn))
        reply = _reply(made, guarded)
        wrong = reply.kind == "answer" and reply.category != goal
        again = reply.kind in ("answer", "defer", "talk") and self._says_again(self.said[-1])
        seen["wrong"] += wrong
        seen["broken"] += wrong or again
        seen["asked back"] += reply.kind == "clarify"
        seen["handed over"] += reply.kind in ("defer", "hand_over")
        if guarded and guarded.action != "send" and guarded.withheld:
            kept = made.stage == "faq" and made.confidence >= made.threshold
            seen["stops"] += 1
            seen["stopped rightly"] += (kept and made.intent != goal) or self._says_again(guarded.withheld)
        return reply

    def _says_again(self, text: str) -> bool:
        asked_before = len(self.said) - 1 > self.begun
        return (asked_before and text == self.said[-2]) or self.said[-3:-1] == [text, text]


def _decided(conn: Connection, turn: Turn) -> tuple[decisions.Decision, guard_decisions.GuardDecision | None]:
    talk = turn.conversation
    made = decisions.of_message(conn, talk.company_id, talk.id, turn.message.seq)
    assert made is not None
    return made, guard_decisions.of_conversations(conn, talk.company_id, [talk.id]).get((talk.id, turn.message.seq))


def _reply(made: decisions.Decision, guarded: guard_decisions.GuardDecision | None) -> Reply:
    if made.kind == "clarify":
        return Reply("clarify", options=made.options)
    if guarded and guarded.action == "hand_over":
        return Reply("hand_over")
    if made.kind == "defer":
        return Reply("defer")
    return Reply("answer", made.intent) if made.stage == "faq" else Reply("talk")


def house(settings: Settings, seed: int) -> tuple[Service, dict[str, Questions]]:
    """Return a bot without a guard that has learnt its part of the questions, and the questions by language."""
    finder = EntityFinder(
        starter.professions(DATA_FOLDER), CityDictionary(starter.cities(DATA_FOLDER)), general_languages()
    )
    pipelines, questions, models = {}, {}, {}
    for language in general_languages():
        with (DATA_FOLDER / "demo" / f"faq.{language}.csv").open(encoding="utf-8", newline="") as file:
            rows = [(row["text"], row["category"]) for row in csv.DictReader(file)]
        split = questions[language] = Questions.split(rows, random.Random(f"{seed}-{language}"))
        shared = models[language] = shared_models(settings, language, finder)
        texts, categories = zip(*split.learnt, strict=True)
        faq = fit(texts, categories, Recipe.faq(language))
        pipelines[language] = Pipeline(
            general=shared.general,
            faq=faq,
            entities=shared.entities,
            language=language,
            general_threshold=shared.general_threshold,
            model_version="benchmark",
        )
    return Service(FittedModels(models, pipelines), language_detector(), load_texts(), thresholds(settings)), questions


def talks(
    database: Database, company: Company, service: Service, questions: dict[str, Questions], seed: int
) -> Iterator[tuple[str, Counter[str]]]:
    """Let every candidate talk; yield scenario and what came of it."""
    for scenario in SCENARIOS:
        for language, its in questions.items():
            for number in range(CANDIDATES):
                luck = random.Random(f"{seed}-{scenario}-{language}-{number}")
                opened = database.write_now(
                    lambda conn, spoken=language: open_conversation(  # type: ignore[misc]
                        conn, service, company, spoken, datetime.now(UTC)
                    )
                )
                counted = Counter[str]()
                Talk(database, service, opened, Candidate(scenario, language, its, luck), counted).run()
                yield scenario, counted


def simulate(service: Service, questions: dict[str, Questions], seed: int) -> dict[str, Figures]:
    """Return the figures of each scenario and of all."""
    found = {name: Figures(Counter()) for name in (*SCENARIOS, "all")}
    with tempfile.TemporaryDirectory() as folder, Database.open(f"sqlite:///{folder}/talks.db") as database:
        company = database.write_now(lambda conn: read_company(conn, DATA_FOLDER / "demo", datetime.now(UTC)))
        for scenario, counted in talks(database, company, service, questions, seed):
            for name in (scenario, "all"):
                found[name].counted.update(counted)
                found[name].talks += 1
    return found


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def main() -> None:
    """Print one line for each scenario, guard off and on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--signs-only", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(overrides={"data_dir": given.data_dir or Path(folder)})
        guard = open_guard(settings, StarterModels.of(settings))
        assert guard is not None, "the guard is switched off in config.yaml"
        if given.signs_only:
            guard = replace(guard, detector=None)
        print(machine())
        print(f"seed {given.seed}, detector {'off' if guard.detector is None else 'on'}, {guard.limits}")
        print(f"{'scenario':<10} {'guard':<5} " + " ".join(f"{name:>12}" for name in COLUMNS))
        service, questions = house(settings, given.seed)
        off, on = (simulate(replace(service, guard=each), questions, given.seed) for each in (None, guard))
        for name in off:
            for word, figures in (("off", off[name]), ("on", on[name])):
                print(f"{name:<10} {word:<5} " + " ".join(f"{cell:>12}" for cell in figures.row()))


if __name__ == "__main__":
    main()
