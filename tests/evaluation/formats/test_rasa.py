"""Rasa: training data as its documentation shows it, and what we write read back."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings

from evaluation.formats.archive import Archive, packed
from evaluation.formats.content import ExampleRow, FileContent, ReplyRow, SourceFile
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import read_content, write_content
from tests.evaluation.formats.contents import again, contents, same

NLU = """
version: "3.1"
nlu:
- intent: jobs_in_city
  examples: |
    - Are there jobs in [Berlin](city)?
    - Anything in [Munich]{"entity": "city", "value": "muc"} or [Ulm](city)
- intent: "no"
  examples:
  - text: |
      nope
    metadata: {sentiment: neutral}
- synonym: Berlin
  examples: |
    - the capital
- regex: zip
  examples: |
    - \\d{5}
"""
DOMAIN = """
version: "3.1"
intents: [jobs_in_city, "no", {faq: {use_entities: []}}]
responses:
  utter_jobs_in_city:
  - text: "Look at our page."
    buttons:
    - title: "No"
      payload: '/no{"city": "Berlin"}'
    - title: All
      url: https://jobs.example
  - text: "There are some."
  utter_bye:
  - text: Bye.
  utter_fine:
  - text: Fine.
"""
RULES = """
version: "3.1"
rules:
- rule: Say fine
  steps:
  - intent: "no"
  - action: utter_fine
"""


@settings(max_examples=25, deadline=None)
@given(contents(extra="[]{}"))
def test_what_was_written_is_read_back(content: FileContent) -> None:
    assert same(again(content, "rasa")) == same(content)


def test_a_project_is_read_with_its_language_and_rules_and_annotations_become_plain_text() -> None:
    files = {
        "bot/config.yml": "language: de",
        "bot/domain.yml": DOMAIN,
        "bot/data/nlu.yml": NLU,
        "bot/data/r.yml": RULES,
    }
    read = read_content(SourceFile("bot.zip", packed(dict(files))))
    assert read.rows == [
        ExampleRow("Are there jobs in Berlin?", "jobs_in_city", "de"),
        ExampleRow("Anything in Munich or Ulm", "jobs_in_city", "de"),
        ExampleRow("nope", "no", "de"),
    ]
    links = (("All", "https://jobs.example"),)
    assert set(read.replies) == {
        ReplyRow("jobs_in_city", "de", "Look at our page.", "", (("No", "faq:no"),), links),
        ReplyRow("no", "de", "Fine.", "", (), ()),
    }
    assert [(note.code, note.n) for note in read.notes] == [("variants", 1)]


@pytest.mark.parametrize(
    ("payload", "category"),
    [
        ("/Pay {gross}", "Pay {gross}"),
        ("/{x}", "{x}"),
        ('/Pay{"city": "Berlin", "at": {"x": 1}}', "Pay"),
        ("/Pay{}", "Pay"),
        ("/Pay {" + '"a":{' * 5000, "Pay {" + '"a":{' * 5000),
    ],
)
def test_a_payload_ends_before_its_entities_and_braces_of_a_name_stay(payload: str, category: str) -> None:
    said = {"text": "Yes.", "buttons": [{"title": "More", "payload": payload}]}
    nlu = [{"intent": name, "examples": f"- question {i}"} for i, name in enumerate((category, "gym"))]
    text = yaml.safe_dump({"version": "3.1", "nlu": nlu, "responses": {"utter_gym": [said]}}, width=10**6)
    (reply,) = read_content(SourceFile("bot.yml", text.encode())).replies
    assert reply.buttons == (("More", f"faq:{category}"),)


def test_one_file_is_read_alone_and_a_domain_brings_answers() -> None:
    assert len(read_content(SourceFile("nlu.yml", NLU.encode())).rows) == 3
    replies = read_content(
        SourceFile("domain.yml", DOMAIN.split("intents:")[0].encode() + b"responses:\n  utter_x:\n  - text: X\n")
    )
    assert replies.replies == [ReplyRow("x", None, "X", "", (), ())]


def test_what_is_written_is_what_rasa_documents() -> None:
    content = FileContent(
        [ExampleRow("Pay?", "pay", "en"), ExampleRow("see [a](b)", "pay", "en")],
        [ReplyRow("pay", "en", "Well.", "", (("Jobs", "general:job_search"),), ())],
    )
    archive = Archive(SourceFile("a.zip", write_content(content, "rasa")))
    assert archive.names == ["en/config.yml", "en/domain.yml", "en/data/nlu.yml", "en/data/rules.yml"]
    nlu, domain = (yaml.safe_load(archive.text(f"en/{name}.yml")) for name in ("data/nlu", "domain"))
    assert nlu == {"version": "3.1", "nlu": [{"intent": "pay", "examples": "- Pay?\n- see [a] (b)\n"}]}
    button = {"title": "Jobs", "payload": "/general:job_search"}
    assert domain["responses"] == {"utter_pay": [{"text": "Well.", "buttons": [button]}]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nlu: [" * 50_000, "stand too deep"),
        ("a: &x [1]\nnlu: [*x, *x]", "stand too deep in one another, or refer to one another"),
        ('nlu:\n- intent: "a', r"a\.yml, line 2: not YAML that can be read"),
        ("nlu: !!python/object/apply:os.system [id]", "no intents with examples"),
        ("nlu: 5", "no intents"),
        ("nlu: [5, {intent: [x]}, {intent: a, examples: {b: c}}]\nresponses: {utter_x: [5], utter_y: 6}", "no intents"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        read_content(SourceFile("a.yml", text.encode()))
