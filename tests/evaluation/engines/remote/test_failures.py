"""What a service does wrong is told in one line, and nothing of a secret with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER
from evaluation.engines.remote.message import RemoteError, ServiceGone
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import THREE_SETTINGS
from nlu.understanding import Guess
from tests.evaluation.engines.remote.conftest import Opened, Start
from tests.evaluation.engines.remote.service import Asked, Drop, FakeClock, FakeService, Hang, Said
from tests.evaluation.engines.remote.vendors import (
    VENDORS,
    DialogflowCxService,
    DialogflowEsService,
    RasaService,
    RestService,
)

TEXTS, CATEGORIES = ["how much pay", "pay me", "is there a gym", "gym now"], ["pay", "pay", "gym", "gym"]
CLASSIFY = ("classify", "parse", "Intent")  # how the paths end under which a text is classified


def classifying(asked: Asked) -> bool:
    return asked.method == "POST" and asked.path.endswith(CLASSIFY)


def when(condition: Callable[[Asked], bool], said: Said | type[Exception], times: int = 10**6) -> Any:
    """Return a failure that answers like this, so many times, where the condition holds."""
    left = [times]

    def failure(asked: Asked) -> Said | None:
        if not condition(asked) or not left[0]:
            return None
        left[0] -= 1
        if isinstance(said, Said):
            return said
        raise said

    return failure


@pytest.fixture(params=VENDORS, ids=lambda kind: str(kind.kind))
def service(request: pytest.FixtureRequest, start: Start) -> FakeService:
    return start(request.param)


def measure(factory: Any) -> None:
    nexcv.run(TEXTS, CATEGORIES, factory, SplitPlan(settings=THREE_SETTINGS[:1], retries=1))


def test_one_that_times_out_is_given_up_after_its_tries(service: FakeService, opened: Opened, clock: FakeClock) -> None:
    service.failures.append(when(classifying, Hang))
    with pytest.raises(
        ServiceGone, match=rf"^{service.kind}: POST .*: no answer within 0\.05 seconds, tried 2 times: "
    ):
        measure(opened(service, timeout=0.05, retries=1))
    assert sum(map(classifying, service.asked)) == 2
    assert clock.slept[-1] == 1.0


def test_one_that_answers_nonsense_is_told_from_an_answer(service: FakeService, opened: Opened) -> None:
    service.failures.append(when(classifying, Said(b"<html>busy</html>")))
    with pytest.raises(RemoteError, match=rf"^{service.kind}: POST .*: answered something that is no JSON: '<html>"):
        measure(opened(service))


@pytest.mark.parametrize(
    ("kind", "answer", "message"),
    [
        (RestService, {"best": [{"title": 9}]}, "gave no intent's name at 'best.0.title': correct classify.intent"),
        (RestService, {"best": [{"title": "x"}]}, "gave no number at 'best.0.score': correct classify.confidence"),
        (RestService, {"best": [{"title": "x", "score": True}]}, "gave no number"),
        (RasaService, [], "gave no intent with a confidence: is base_url a Rasa server?"),
        (RasaService, {"intent": {"name": "x"}}, "gave no intent with a confidence"),
        (DialogflowEsService, {}, "gave no queryResult: is base_url Dialogflow's?"),
        (DialogflowEsService, {"queryResult": {"intent": {"displayName": 3}}}, "gave an intent that cannot be read"),
        (DialogflowCxService, [], "gave matches that cannot be read"),
        (DialogflowCxService, {"matches": 5}, "gave matches that cannot be read"),
        (DialogflowCxService, {"matches": [{"matchType": "INTENT"}]}, "gave a match that cannot be read"),
    ],
)
def test_an_answer_of_another_form_is_one_line(
    start: Start, opened: Opened, kind: type[FakeService], answer: object, message: str
) -> None:
    service = start(kind)
    service.failures.append(when(classifying, Said(answer)))
    with pytest.raises(RemoteError, match=f"^{kind.kind}: POST .*{re.escape(message)}"):
        measure(opened(service))


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (RestService, {"best": []}),
        (RasaService, {"intent": {"name": None, "confidence": 0.0}}),
        (DialogflowEsService, {"queryResult": {"queryText": "?"}}),
        (DialogflowCxService, {}),
    ],
)
def test_an_answer_without_an_intent_is_no_answer(
    start: Start, opened: Opened, kind: type[FakeService], answer: object
) -> None:
    service = start(kind)
    service.failures.append(when(classifying, Said(answer)))
    classifier = opened(service)(0)
    classifier.fit(TEXTS, CATEGORIES)
    assert classifier.classify(["pay"]) == [NO_ANSWER]


def test_a_confidence_beyond_one_is_refused(start: Start, opened: Opened) -> None:
    service = start(RestService)
    too_sure = Said({"best": [{"title": "candor-eval-0000", "score": 87.5}]})
    service.failures.append(when(classifying, too_sure))
    with pytest.raises(RemoteError, match=r"gave the confidence 87\.5: it must be in \[0, 1\]"):
        measure(opened(service))


def test_too_many_requests_wait_as_long_as_the_service_asks(
    service: FakeService, opened: Opened, clock: FakeClock
) -> None:
    classifier = opened(service, retries=5)(0)
    classifier.fit(TEXTS, CATEGORIES)
    service.failures.append(when(classifying, Said(status=429, headers={"Retry-After": "7"}), times=1))
    service.failures.append(when(classifying, Said(status=503), times=2))
    clock.slept = []
    assert classifier.classify(["pay me"]) == [Guess("pay", 1.0)]
    assert [pause for pause in clock.slept if pause >= 1] == [7.0, 2.0, 4.0]


def test_a_quota_for_tomorrow_is_not_waited_for(service: FakeService, opened: Opened, clock: FakeClock) -> None:
    service.failures.append(when(classifying, Said(status=429, headers={"Retry-After": "86400"})))
    with pytest.raises(RemoteError, match="asks to wait 86400 seconds: run the evaluation again after that"):
        measure(opened(service, retries=5))
    assert max(clock.slept) < 300


def test_one_that_dies_midway_is_one_line_and_its_leftovers_go_with_the_next_run(
    service: FakeService, opened: Opened
) -> None:
    dead = [False]

    def dies(asked: Asked) -> Said | None:
        dead[0] = dead[0] or classifying(asked)
        if dead[0]:
            raise Drop
        return None

    service.failures.append(dies)
    with pytest.raises(ServiceGone, match=r"the connection was closed without an answer, tried 2 times: check that"):
        measure(opened(service, retries=1))
    assert service.ours()
    service.failures.clear()
    measure(opened(service))
    assert service.ours() == []


def test_the_service_is_cleaned_up_after_an_error_that_it_survives(start: Start, opened: Opened) -> None:
    service = start(RestService)
    assert isinstance(service, RestService)
    service.failures.append(when(classifying, Said(status=400, body={"message": "bad text"})))
    with pytest.raises(RemoteError, match=r"answered 400 \(\{\"message\": \"bad text\"\}\)"):
        measure(opened(service))
    assert service.ids == {}


def test_requests_are_spaced_as_described(start: Start, opened: Opened, clock: FakeClock) -> None:
    classifier = opened(start(RestService), requests_per_second=4)(0)
    classifier.fit(TEXTS, CATEGORIES)
    before, clock.slept = clock.time, []
    classifier.classify(["a", "b", "c", "d"])
    assert clock.slept == [0.25] * 4
    assert clock.time == pytest.approx(before + 1.0)


def test_a_training_that_never_ends_is_given_up(start: Start, opened: Opened) -> None:
    service = start(DialogflowEsService)
    service.failures.append(when(lambda asked: "operations" in asked.path, Said({"name": "projects/p-1/operations/0"})))
    with pytest.raises(RemoteError, match=r"was not finished after 60 seconds: raise training_timeout"):
        opened(service, training_timeout=60)(0).fit(TEXTS, CATEGORIES)


def test_a_training_that_fails_says_why(start: Start, opened: Opened) -> None:
    failed = Said({"name": "o", "done": True, "error": {"code": 3, "message": "too few\nphrases"}})
    service = start(DialogflowEsService)
    service.failures.append(when(lambda asked: asked.path.endswith(":train"), failed))
    with pytest.raises(RemoteError, match=r"^dialogflow-es: training the agent failed: too few phrases\.$"):
        opened(service)(0).fit(TEXTS, CATEGORIES)
    rest = start(RestService)
    rest.failures.append(
        when(lambda asked: asked.method == "GET" and asked.path == "/train", Said({"state": "broken"}))
    )
    with pytest.raises(RemoteError, match="says 'broken' at 'state': the training failed"):
        opened(rest)(0).fit(TEXTS, CATEGORIES)


def test_one_that_says_it_deletes_but_does_not_is_found_out(start: Start, opened: Opened) -> None:
    service = start(RestService)
    service.failures.append(when(lambda asked: asked.method == "DELETE", Said(status=204)))
    classifier = opened(service)(0)
    classifier.fit(TEXTS, CATEGORIES)
    with pytest.raises(RemoteError, match="says that it deleted candor-eval-0000, but lists it"):
        classifier.fit(TEXTS, CATEGORIES)


def test_an_intent_created_by_a_request_whose_answer_was_lost_is_found(start: Start, opened: Opened) -> None:
    service = start(DialogflowCxService)
    lost = [True]

    def loses_the_first(asked: Asked) -> Said | None:
        if lost[0] and asked.method == "POST" and asked.path.endswith("/intents"):
            lost[0] = False
            service.answer(asked)
            raise Drop
        return None

    service.failures.append(loses_the_first)
    classifier = opened(service, retries=1)(0)
    classifier.fit(TEXTS, CATEGORIES)
    assert len(classifier.classify(["gym now"])) == 1


def test_the_secret_is_sent_and_never_shown(
    service: FakeService, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NLU_TOKEN", "s3cret-t0ken")
    echo = Said({"error": "the token s3cret-t0ken may not do this"}, status=403)
    service.failures.append(when(classifying, echo))
    with pytest.raises(RemoteError, match=r"answered 403 .*the token \*\*\* may not.*check the secret") as refused:
        measure(opened(service, auth={"env": "NLU_TOKEN"}))
    assert "s3cret" not in str(refused.value)
    assert {one.headers["authorization"] for one in service.asked} == {"Bearer s3cret-t0ken"}


def test_a_secret_in_the_query_is_never_shown(start: Start, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLU_TOKEN", "s3cret-t0ken")
    service = start(DialogflowCxService)
    service.failures.append(when(lambda asked: True, Said(status=401)))
    with pytest.raises(RemoteError, match=r"GET /v3/[^?]+/intents: answered 401") as refused:
        measure(opened(service, auth={"env": "NLU_TOKEN", "query": "token"}))
    assert "s3cret" not in str(refused.value)
    assert service.asked[0].query["token"] == "s3cret-t0ken"
    assert "authorization" not in service.asked[0].headers


def test_a_redirect_is_not_followed(start: Start, opened: Opened) -> None:
    service, elsewhere = start(RestService), start(RestService)
    moved = Said(status=302, headers={"Location": f"{elsewhere.url}/intents"})
    service.failures.append(when(lambda asked: True, moved))
    with pytest.raises(RemoteError, match=r"answered 302.*: write the address it redirects to as base_url"):
        measure(opened(service))
    assert elsewhere.asked == []


def test_nobody_there_is_one_line(start: Start, opened: Opened) -> None:
    with pytest.raises(ServiceGone, match=r"^rest: GET /intents: connection refused, tried 1 times: check that the"):
        measure(opened(start(RestService), base_url="http://127.0.0.1:1"))
