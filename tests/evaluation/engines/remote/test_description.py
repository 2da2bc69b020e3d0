"""The file that describes a service: what it may hold, and how it is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluation.engines.by_name import engine
from evaluation.engines.remote.description import read_description
from evaluation.engines.remote.dialogflow_cx import DialogflowCxDescription
from evaluation.engines.remote.dialogflow_es import DialogflowEsDescription
from evaluation.engines.remote.rest import RestDescription
from evaluation.errors import EvaluationError

REST: dict[str, Any] = {
    "base_url": "https://nlu.example/v1/",
    "all_intents": {"path": "/intents"},
    "create_intent": {"path": "/intents", "body": {"name": "{intent}", "examples": "{examples}"}},
    "delete_intent": {"path": "/intents/{id}"},
    "classify": {"path": "/classify", "body": {"text": "{text}"}, "intent": "intent", "confidence": "score"},
}


def written(tmp_path: Path, values: object) -> Path:
    path = tmp_path / "service.yaml"
    path.write_text(yaml.safe_dump(values), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"base_url": "nlu.example"}, "base_url: write an address like https://"),
        ({"base_url": "file:///etc/passwd"}, "base_url: write an address like https://"),
        ({"base_url": "https://me:hunter2@nlu.example"}, "leave the password out and name an environment variable"),
        ({"token": "hunter2"}, "there is no key token: secrets stand in an environment variable, named under auth"),
        ({"auth": {"env": "X", "password": "hunter2"}}, "no key auth.password: secrets stand in an environment"),
        ({"colour": "blue"}, "there is no key colour: delete it"),
        ({"auth": {"env": "CANDOR_NOT_SET"}}, "the environment variable CANDOR_NOT_SET is not set"),
        ({"auth": {"env": "CANDOR_TWO_LINES"}}, "CANDOR_TWO_LINES holds what cannot be sent"),
        ({"requests_per_second": 0}, "requests_per_second: input should be greater than 0"),
        ({"prefix": "a"}, "prefix: string should match"),
        ({"classify": {**REST["classify"], "body": "{question}"}}, r"classify: nothing is called {question} here"),
        ({"classify": {"path": "/classify"}}, "the key classify.intent is missing"),
    ],
)
def test_a_mistake_is_one_line_without_the_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str
) -> None:
    monkeypatch.setenv("CANDOR_TWO_LINES", "hunter2\nhunter3")
    path = written(tmp_path, REST | changes)
    with pytest.raises(EvaluationError) as refused:
        engine(f"rest:{path}")
    said = str(refused.value)
    assert message in said
    assert said.startswith(str(path))
    assert "\n" not in said
    assert "hunter" not in said


def test_a_file_that_is_none_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"nowhere\.yaml: cannot be read: No such file"):
        engine(f"rest:{tmp_path / 'nowhere.yaml'}")
    with pytest.raises(EvaluationError, match="describes nothing"):
        engine(f"rasa:{written(tmp_path, ['a'])}")
    broken = tmp_path / "broken.yaml"
    broken.write_text("a: [", encoding="utf-8")
    with pytest.raises(EvaluationError, match="is no YAML file"):
        engine(f"dialogflow-es:{broken}")
    with pytest.raises(EvaluationError, match=r"'rasa' needs a file that describes the service: rasa:FILE\.yaml"):
        engine("rasa")


def test_addresses_follow_from_the_location(tmp_path: Path) -> None:
    place = {"project": "p", "location": "europe-west3"}
    cx = read_description(written(tmp_path, {**place, "agent": "a"}), DialogflowCxDescription)
    assert cx.base_url == "https://europe-west3-dialogflow.googleapis.com"
    anywhere = read_description(
        written(tmp_path, {**place, "agent": "a", "location": "global"}), DialogflowCxDescription
    )
    assert anywhere.base_url == "https://dialogflow.googleapis.com"
    es = read_description(written(tmp_path, place), DialogflowEsDescription)
    assert es.agent == "projects/p/locations/europe-west3/agent"
    assert read_description(written(tmp_path, {"project": "p"}), DialogflowEsDescription).agent == "projects/p/agent"


def test_a_slash_at_the_end_of_the_address_does_not_count(tmp_path: Path) -> None:
    assert read_description(written(tmp_path, REST), RestDescription).base_url == "https://nlu.example/v1"
