"""Every kind of service, taught and asked over HTTP."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.classifier_check import check_engine
from evaluation.engines.remote.classifier import _note
from evaluation.engines.remote.dialogflow_es import DialogflowEs, DialogflowEsDescription
from evaluation.engines.remote.service import Manners, RemoteService
from evaluation.engines.remote.transport import HttpTransport
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.understanding import Guess
from tests.evaluation.engines.remote.conftest import Opened, Start
from tests.evaluation.engines.remote.service import FakeClock, FakeService, nearest
from tests.evaluation.engines.remote.vendors import (
    VENDORS,
    DialogflowCxService,
    DialogflowEsService,
    RasaService,
    RestService,
)

TOPICS = {
    "pay": ("how much do you pay", "what is the salary", "pay please"),
    "gym": ("is there a gym", "gym or sports"),
}
TEXTS = [text for texts in TOPICS.values() for text in texts]
CATEGORIES = [name for name, texts in TOPICS.items() for _ in texts]


class Inside:
    """The classifier that the local servers use, without a server around it."""

    def __init__(self, seed: int) -> None:
        self.examples: dict[str, list[str]] = {}

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.examples = {name: [] for name in sorted(set(categories))}
        for text, name in zip(texts, categories, strict=True):
            self.examples[name].append(text)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        found = [nearest(self.examples, text) for text in texts]
        return [NO_ANSWER if one is None else Guess(*one) for one in found]


@pytest.fixture(params=VENDORS, ids=lambda kind: str(kind.kind))
def service(request: pytest.FixtureRequest, start: Start) -> FakeService:
    return start(request.param)


def test_it_passes_the_check_and_leaves_nothing_behind(service: FakeService, opened: Opened) -> None:
    assert check_engine(opened(service)) == []
    assert service.ours() == []


def test_nex_cv_finds_what_it_finds_with_the_classifier_inside(service: FakeService, opened: Opened) -> None:
    texts = [f"{word} {thing}" for word in ("pay", "gym", "visa", "dogs") for thing in "abcdef"]
    categories = [text.split()[0] for text in texts]
    settings = (NexCvSettings(0, 0.0), NexCvSettings(0, 0.15))
    remote, inside = (
        nexcv.run(texts, categories, factory, SplitPlan(settings=settings, retries=2))
        for factory in (opened(service), Inside)
    )
    assert [one.cases() for one in remote.settings] == [one.cases() for one in inside.settings]
    assert service.ours() == []


def test_what_a_killed_run_left_is_deleted_before_the_next_training(service: FakeService, opened: Opened) -> None:
    killed = opened(service)(0)
    killed.fit(TEXTS, CATEGORIES)
    assert service.ours() == ["candor-eval-0000", "candor-eval-0001"]
    others = service.theirs()
    following = opened(service)(0)
    following.fit(["one day off", "two days off"], ["leave", "leave"])
    assert service.ours() == ["candor-eval-0000"]
    assert following.classify(["day off", "how much do you pay"]) == [Guess("leave", 2 / 3), NO_ANSWER]
    assert service.theirs() == others


def test_a_question_of_which_nothing_is_known_gets_no_answer(service: FakeService, opened: Opened) -> None:
    classifier = opened(service)(0)
    classifier.fit(TEXTS, CATEGORIES)
    assert classifier.classify(["zzz", "pay\nplease"]) == [NO_ANSWER, Guess("pay", 1.0)]


@pytest.mark.parametrize("kind", [DialogflowEsService, DialogflowCxService])
def test_an_intent_of_others_is_no_answer_and_noted_once(
    kind: type[FakeService], start: Start, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    _note.cache_clear()
    classifier = opened(start(kind))(0)
    classifier.fit(TEXTS, CATEGORIES)
    with caplog.at_level(logging.WARNING):
        assert classifier.classify(["hello there", "hello there"]) == [NO_ANSWER, NO_ANSWER]
    (noted,) = (record.getMessage() for record in caplog.records)
    assert "Welcome" in noted
    assert "counts as no answer" in noted
    _note.cache_clear()
    classifier = opened(start(kind), fallback_intents=["Welcome", "Default Welcome Intent"])(0)
    classifier.fit(TEXTS, CATEGORIES)
    caplog.clear()
    assert classifier.classify(["hello there"]) == [NO_ANSWER]
    assert not caplog.records


def test_dialogflow_waits_for_its_operations(start: Start, opened: Opened, clock: FakeClock) -> None:
    service = start(DialogflowEsService)
    opened(service)(0).fit(TEXTS, CATEGORIES)
    assert clock.slept.count(2.0) == 2  # batchUpdate and train, each done when asked for the second time
    assert [path for path in service.paths("GET") if "operations" in path]


def test_cx_opens_and_closes_the_flow_around_its_intents(start: Start, opened: Opened) -> None:
    service = start(DialogflowCxService)
    assert isinstance(service, DialogflowCxService)
    with opened(service)(0) as classifier:
        classifier.fit(TEXTS, CATEGORIES)
        assert len(service.routes) == 3
    assert [route["name"] for route in service.routes] == ["r-1"]


def test_rasa_gets_no_markup_and_one_line_an_example(start: Start, opened: Opened) -> None:
    service = start(RasaService)
    assert isinstance(service, RasaService)
    pipeline = [{"name": "JiebaTokenizer"}, {"name": "CountVectorsFeaturizer"}, {"name": "DIETClassifier"}]
    opened(service, language="zh", pipeline=pipeline)(0).fit(["a [b](c)\nd", "薪水"], ["x", "x"])
    assert service.loaded == {"candor-eval-0000": ["a [b] (c) d", "薪水"]}
    assert (service.configuration["language"], service.configuration["pipeline"]) == ("zh", pipeline)


def test_a_rest_service_is_trained_and_waited_for(start: Start, opened: Opened, clock: FakeClock) -> None:
    service = start(RestService)
    assert isinstance(service, RestService)
    opened(service)(0).fit(TEXTS, CATEGORIES)
    assert service.polls == 3
    assert clock.slept.count(2.0) == 2
    created = next(one for one in service.asked if one.method == "POST").json()
    assert created == {
        "title": "candor-eval-0000",
        "samples": [{"text": text, "lang": "en"} for text in TOPICS["gym"]],
    }


def test_the_figures_are_the_same_from_several_processes(start: Start, opened: Opened) -> None:
    texts = [f"{word} {thing}" for word in ("pay", "gym", "visa") for thing in "abcdef"]
    categories = [text.split()[0] for text in texts]
    service = start(DialogflowEsService)
    alone, shared = (
        nexcv.run(texts, categories, factory, SplitPlan(settings=(NexCvSettings(0, 0.0),), retries=4), jobs=jobs)
        for factory, jobs in ((Inside, 1), (opened(service), 2))
    )
    assert [one.cases() for one in shared.settings] == [one.cases() for one in alone.settings]
    assert service.ours() == []


def test_nobody_else_has_the_service_meanwhile(start: Start, opened: Opened, tmp_path: Path) -> None:
    def is_free() -> bool:
        with next(tmp_path.glob("candor-*.lock")).open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

    seen: set[bool] = set()
    service = start(RestService)
    service.failures.append(lambda asked: seen.add(is_free()))
    nexcv.run(TEXTS, CATEGORIES, opened(service), SplitPlan(settings=(NexCvSettings(0, 0.0),), retries=2))
    assert seen == {False}
    assert is_free()


def test_dialogflow_lists_its_intents_page_after_page(start: Start, clock: FakeClock) -> None:
    service = start(DialogflowEsService)
    description = DialogflowEsDescription(base_url=service.url, project="p-1", language="de")
    transport = HttpTransport(service.url, None, 5)
    engine = DialogflowEs(RemoteService("dialogflow-es", transport, Manners(1000), clock), description)
    engine.create_intents({f"topic {i}": ["a b"] for i in range(120)})
    assert len(engine.all_intents()) == 122
    assert len([path for path in service.paths("POST") if path.endswith("batchUpdate")]) == 3
    engine.delete_intents([one for one in engine.all_intents() if one.name.startswith("topic")])
    assert service.names() == ["Default Fallback Intent", "Default Welcome Intent"]
