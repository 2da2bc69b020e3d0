"""A version on trial: one at a time beside the live one, counted apart, ended by whatever changes the live one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest

from nlu.understanding import Stage, Understanding
from storage import ChangeNotice, Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.database.errors import WrongState
from storage.models import canaries, models
from storage.models.canaries import Arms, Trial, TrialTally
from storage.models.models import ModelVersion
from storage.reviews import decisions, reviews
from storage.reviews.kinds import Kind
from tests.schemas import waits_for_a_lock
from tests.storage.listening import notices_from_now
from tests.until import DEADLINE, until

ENTRY: dict[str, Any] = {"file": "f", "sha256": "0", "fingerprint": "x", "dataset_revision": 1, "recipe": {}}
_talks = count(1)


class House:
    """A company with a live version and one that can be tried out."""

    def __init__(self, database: Database, company: Company, now: datetime) -> None:
        self.database, self.company, self.at = database, company, now
        self.old, self.live, self.new = (self.do(self._add) for _ in range(3))
        for version in (self.old, self.live):
            self.do(partial(models.promote, company_id=company.id, model_id=version.id, now=now))

    def do(self, work: Callable[[Connection], Any]) -> Any:
        return self.database.write_now(work)

    def _add(self, conn: Connection) -> ModelVersion:
        return models.add_candidate(conn, self.company.id, language="en", **ENTRY, now=self.at)

    def try_out(self, version: ModelVersion, share: float = 0.1) -> ModelVersion:
        tried: ModelVersion = self.do(lambda conn: models.try_out(conn, self.company.id, version.id, share, self.at))
        return tried

    def trial(self, version: ModelVersion) -> Trial:
        found = self.do(lambda conn: canaries.newest(conn, self.company.id, version.id))
        assert isinstance(found, Trial)
        return found

    def status(self, version: ModelVersion) -> str:
        return str(self.do(lambda conn: models.get(conn, self.company.id, version.id)).status)

    def arms(self, version: ModelVersion) -> Arms:
        trial = self.trial(version)
        found: Arms = self.do(lambda conn: canaries.arms(conn, self.company.id, trial.id))
        return found


@pytest.fixture
def house(database: Database, company: Company, now: datetime) -> House:
    return House(database, company, now)


def test_a_canary_stands_beside_the_live_version_and_everybody_is_told(house: House) -> None:
    told = notices_from_now(house.database)
    assert house.try_out(house.new).status == "canary"
    house.do(lambda _: None)
    assert house.status(house.live) == "live"
    running = house.do(canaries.running)
    assert {key: (trial.model_id, trial.live_id, trial.share) for key, trial in running.items()} == {
        (house.company.id, "en"): (house.new.id, house.live.id, 0.1)
    }
    assert told == [ChangeNotice("model", house.company.id, house.new.id)]


def test_a_newer_canary_replaces_the_one_that_runs(house: House) -> None:
    house.try_out(house.new)
    newer = house.do(house._add)
    house.try_out(newer)
    assert (house.status(house.new), house.status(newer)) == ("retired", "canary")
    assert house.trial(house.new).outcome == "replaced"


def test_a_canary_goes_live_in_the_place_of_the_other(house: House) -> None:
    house.try_out(house.new)
    house.do(lambda conn: models.promote(conn, house.company.id, house.new.id, house.at))
    assert (house.status(house.new), house.status(house.live)) == ("live", "retired")
    assert house.trial(house.new).outcome == "promoted"
    assert house.do(canaries.running) == {}


def test_ending_a_canary_leaves_the_live_version_alone(house: House) -> None:
    house.try_out(house.new)
    house.do(lambda conn: models.end_canary(conn, house.company.id, house.new.id, "worse", house.at))
    assert (house.status(house.new), house.status(house.live)) == ("retired", "live")
    assert (house.trial(house.new).outcome, house.trial(house.new).ended) == ("worse", house.at)
    with pytest.raises(WrongState):
        house.do(lambda conn: models.end_canary(conn, house.company.id, house.new.id, "worse", house.at))


def test_rolling_back_ends_the_canary_whose_opponent_is_gone(house: House) -> None:
    house.try_out(house.new)
    house.do(lambda conn: models.roll_back(conn, house.company.id, house.old.id, house.at))
    assert [house.status(each) for each in (house.old, house.live, house.new)] == ["live", "retired", "retired"]
    assert house.trial(house.new).outcome == "replaced"


def test_a_canary_that_never_was_live_is_not_rolled_back_to_but_tried_again(house: House) -> None:
    house.try_out(house.new)
    house.do(lambda conn: models.end_canary(conn, house.company.id, house.new.id, "stopped", house.at))
    with pytest.raises(WrongState, match="never was live"):
        house.do(lambda conn: models.roll_back(conn, house.company.id, house.new.id, house.at))
    assert house.try_out(house.new, 0.5).status == "canary"
    assert house.trial(house.new).share == 0.5


def test_without_a_live_version_there_is_nothing_to_compare_with(house: House) -> None:
    german = house.do(lambda conn: models.add_candidate(conn, house.company.id, language="de", **ENTRY, now=house.at))
    with pytest.raises(WrongState, match="Nothing is live"):
        house.try_out(german)


def test_the_live_version_is_never_made_a_canary(house: House) -> None:
    with pytest.raises(WrongState):
        house.try_out(house.live)


@pytest.fixture
def ask(house: House, understood: Callable[..., Understanding]) -> Callable[..., None]:
    """Ask a version one question and review the answer."""

    def make(
        version: str,
        verdict: reviews.Status | None = None,
        *,
        kind: Kind = "reply",
        opened: timedelta = timedelta(seconds=1),
        by_hand: bool = False,
        **changes: Any,
    ) -> None:
        def turn(conn: Connection) -> None:
            name, at, company_id = f"t{next(_talks)}", house.at + opened, house.company.id
            question = f"Pay at {name}?"  # the same one would be reviewed as one
            made = conversations.create(conn, company_id, public_id=name, token_hash=name, language="en", now=at)
            asked = messages.append(conn, company_id, made.id, NewMessage("incoming", "candidate", question), at)
            seen = understood(question, model_version=version, **changes)
            later = max(at, house.at + timedelta(seconds=1))
            id_ = decisions.record(conn, company_id, made.id, asked.seq, decisions.NewDecision(seen, kind, 0.5), later)
            if by_hand:
                reviews.settle(conn, company_id, id_, "ana", later)
            if verdict:
                reviews.resolve(
                    conn, company_id, id_, status=verdict, category="salary", reviewer="ana", now=later
                )  # fmt: skip

        house.do(turn)

    return make


def test_questions_are_counted_by_version_and_verdict(house: House, ask: Callable[..., None]) -> None:
    house.try_out(house.new)
    for _ in range(2):
        ask("v3", "confirmed")
    ask("v3", "corrected", kind="defer")
    ask("v3")
    ask("v2", "confirmed")
    ask("v2", "dismissed", kind="clarify")
    assert house.arms(house.new) == Arms(TrialTally(4, 3, 3, 2), TrialTally(2, 1, 1, 1))


def test_what_a_person_answered_by_hand_counts_neither_for_a_version_nor_against_it(
    house: House, ask: Callable[..., None]
) -> None:
    house.try_out(house.new)
    ask("v3", kind="defer", by_hand=True)
    ask("v3", "confirmed")
    assert house.arms(house.new).canary == TrialTally(2, 1, 1, 1)


def test_only_what_was_shared_out_by_lot_is_counted(house: House, ask: Callable[..., None]) -> None:
    house.try_out(house.new)
    ask("v2", "confirmed", opened=timedelta(days=-1))
    ask("v1", "confirmed")
    ask("v3", "confirmed", language="de")
    ask("v3", "confirmed", stage=Stage.GENERAL, intent="greet")
    assert house.arms(house.new) == Arms(TrialTally(), TrialTally())


def test_the_figures_of_the_end_are_kept(house: House, ask: Callable[..., None]) -> None:
    house.try_out(house.new)
    ask("v3", "confirmed")
    house.do(lambda conn: models.end_canary(conn, house.company.id, house.new.id, "stopped", house.at))
    figures = house.trial(house.new).figures
    assert figures is not None
    assert (TrialTally(**figures["canary"]), TrialTally(**figures["live"])) == (TrialTally(1, 1, 1, 1), TrialTally())


def test_another_companys_canary_is_its_own(house: House, new_company: Callable[..., Company]) -> None:
    other = House(house.database, new_company("other"), house.at)
    house.try_out(house.new)
    other.try_out(other.new)
    house.do(lambda conn: models.end_canary(conn, house.company.id, house.new.id, "stopped", house.at))
    assert [trial.company_id for trial in house.do(canaries.running).values()] == [other.company.id]


async def test_a_trial_that_one_process_ends_is_not_promoted_by_another_in_the_same_instant(
    house: House, database_url: str
) -> None:
    house.try_out(house.new)
    done, may_commit = threading.Event(), threading.Event()

    def end(conn: Connection) -> None:
        models.end_canary(conn, house.company.id, house.new.id, "worse", house.at)
        done.set()
        may_commit.wait(DEADLINE)

    def promote(conn: Connection) -> None:
        models.promote(conn, house.company.id, house.new.id, house.at)

    with Database.open(database_url) as other:
        ending = asyncio.create_task(house.database.write(end))
        await until(done.is_set)
        promoting = asyncio.create_task(other.write(promote))
        await until(lambda: promoting.done() or waits_for_a_lock(database_url))
        may_commit.set()
        await ending
        with pytest.raises(WrongState, match="retired"):
            await promoting
