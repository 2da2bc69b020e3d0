"""A share of the new conversations is understood by the canary: the same ones every time and in every process."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.canary import Canary, drawn
from bot.live import LanguageModels, LiveModels
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.general.stage import GeneralStage, fit_general
from storage import Connection
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.database import Database
from storage.models import models
from storage.models.models import ModelVersion
from tests.bot.conftest import NOW, add_company
from tests.bot.test_live_models import QUESTION, Shelf

LATER = NOW + timedelta(minutes=1)


@dataclass
class Trial:
    """A live version that answers "live" and a canary that answers "canary"."""

    shelf: Shelf
    live: LiveModels
    canary: ModelVersion

    def talks(self, count: int, key: str = "t") -> list[Conversation]:
        def add(conn: Connection) -> list[Conversation]:
            return [
                conversations.create(
                    conn, self.shelf.company.id, public_id=f"{key}{n}", token_hash=f"{key}{n}", language="en", now=LATER
                )
                for n in range(count)
            ]

        return self.shelf.database.write_now(add)

    def answer(self, talk: Conversation | None) -> str | None:
        return self.live.parse(self.shelf.company, "en", QUESTION, talk=talk).intent

    def refresh(self) -> list[str]:
        return self.shelf.database.read_now(self.live.refresh)


def new_live(folder: Path) -> LiveModels:
    general = GeneralStage(fit_general([("hello", "greet"), ("bye", "goodbye")], ["what about the weather"]))
    return LiveModels(lambda _: LanguageModels(general, EntityFinder([], CityDictionary([]), ["en"]), 0.5), folder)


@pytest.fixture
def trial(database: Database, tmp_path: Path) -> Trial:
    company = database.write_now(lambda conn: add_company(conn, "acme"))
    shelf = Shelf(database, company, tmp_path)
    shelf.promote("live")
    version = shelf.add("canary")
    database.write_now(lambda conn: models.try_out(conn, company.id, version.id, 0.25, NOW))
    made = Trial(shelf, new_live(tmp_path), version)
    assert made.refresh() == ["acme: v1 (en) answers now.", "acme: v2 (en) answers 25% as a canary."]
    return made


def test_a_share_of_the_conversations_is_the_canarys(trial: Trial) -> None:
    answers = [trial.answer(talk) for talk in trial.talks(400)]
    assert set(answers) == {"live", "canary"}
    assert 0.18 < answers.count("canary") / 400 < 0.32


def test_a_conversation_keeps_its_version_in_every_process(trial: Trial) -> None:
    talks = trial.talks(50)
    first = [trial.answer(talk) for talk in talks]
    elsewhere = replace(trial, live=new_live(trial.shelf.folder))
    elsewhere.refresh()
    assert [elsewhere.answer(talk) for talk in talks] == first == [trial.answer(talk) for talk in talks]


def test_conversations_that_began_before_the_trial_stay_with_the_live_version(trial: Trial) -> None:
    earlier = [replace(talk, created=NOW - timedelta(seconds=1)) for talk in trial.talks(50)]
    assert {trial.answer(talk) for talk in earlier} == {"live"}
    assert trial.answer(None) == "live", "nor is a sentence without a conversation the canary's"


@pytest.mark.both_databases
def test_when_the_trial_ends_its_conversations_go_on_with_the_live_version(trial: Trial) -> None:
    talks = trial.talks(50)
    company_id, version_id = trial.shelf.company.id, trial.canary.id
    trial.shelf.database.write_now(lambda conn: models.end_canary(conn, company_id, version_id, "stopped", LATER))
    assert trial.refresh() == ["acme: the canary (en) has ended; the live version answers everybody."]
    assert {trial.answer(talk) for talk in talks} == {"live"}
    assert trial.refresh() == []


def test_a_canary_that_goes_live_answers_everybody(trial: Trial) -> None:
    trial.shelf.database.write_now(lambda conn: models.promote(conn, trial.shelf.company.id, trial.canary.id, LATER))
    trial.refresh()
    assert {trial.answer(talk) for talk in trial.talks(50)} == {"canary"}


def test_rolling_back_while_a_canary_is_on_trial_gives_everybody_the_earlier_version(trial: Trial) -> None:
    shelf = trial.shelf
    shelf.promote("newer")
    version = shelf.add("another")
    shelf.database.write_now(lambda conn: models.try_out(conn, shelf.company.id, version.id, 0.5, NOW))
    trial.refresh()
    assert {trial.answer(talk) for talk in trial.talks(50)} == {"newer", "another"}
    earlier = shelf.database.read_now(lambda conn: models.history(conn, shelf.company.id))[-1]
    shelf.database.write_now(lambda conn: models.roll_back(conn, shelf.company.id, earlier.id, LATER))
    trial.refresh()
    assert {trial.answer(talk) for talk in trial.talks(50, "u")} == {"live"}


def test_a_damaged_canary_answers_nobody_and_is_told_once(trial: Trial) -> None:
    version = trial.shelf.add("broken")
    (trial.shelf.folder / "broken.candor").write_bytes(b"PK")
    trial.shelf.database.write_now(lambda conn: models.try_out(conn, trial.shelf.company.id, version.id, 0.9, NOW))
    (line,) = trial.refresh()
    assert "v3 refused" in line
    assert {trial.answer(talk) for talk in trial.talks(50)} == {"live"}
    assert trial.refresh() == []


def test_a_canary_whose_file_came_back_answers_its_share(trial: Trial) -> None:
    version = trial.shelf.add("later")
    file = trial.shelf.folder / "later.candor"
    away = file.rename(file.with_suffix(".away"))
    trial.shelf.database.write_now(lambda conn: models.try_out(conn, trial.shelf.company.id, version.id, 0.9, NOW))
    trial.refresh()
    away.rename(file)
    assert trial.refresh() == ["acme: v3 (en) answers 90% as a canary."]
    assert "later" in {trial.answer(talk) for talk in trial.talks(50)}


def test_one_companys_canary_never_answers_for_another(trial: Trial) -> None:
    other = trial.shelf.database.write_now(lambda conn: add_company(conn, "globex"))
    trial.refresh()
    found = {trial.live.parse(other, "en", QUESTION, talk=talk).intent for talk in trial.talks(50)}
    assert found == {None}


def test_the_lots_of_two_canaries_have_nothing_to_do_with_each_other() -> None:
    names = [f"t{n}" for n in range(2000)]
    both = sum(drawn(name, 1) < 0.5 and drawn(name, 2) < 0.5 for name in names)
    assert 0.2 < both / len(names) < 0.3


def test_a_share_that_grows_takes_conversations_in_and_lets_none_go() -> None:
    small, large = (Canary(1, 7, share, NOW, None) for share in (0.1, 0.4))
    names = [f"t{n}" for n in range(500)]
    assert {n for n in names if small.answers(n, LATER)} < {n for n in names if large.answers(n, LATER)}
