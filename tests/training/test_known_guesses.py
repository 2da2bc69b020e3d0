"""What the general stage makes of a company's questions is not asked again where nothing in it has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.general_stage import GeneralIntents
from nlu.general.stage import Heard
from nlu.understanding import Guess
from tests.training.conftest import NOW, Workshop
from training.known_guesses import KnownGuesses
from training.retrain import retrain

SAID = {
    "hello there": Heard((Guess("greet", 0.1234567890123), Guess("thanks", 0.1)), 0.0123456789, 2.0),
    "???": Heard((), -0.25),
}


class Asked(list[str]):
    """The texts that were asked about, in order."""

    def hear(self, text: str) -> Heard:
        self.append(text)
        return SAID.get(text, Heard((Guess("help", 0.01),)))


@pytest.fixture
def asked() -> Asked:
    return Asked()


def known(file: Path, asked: Asked, version: str = "one") -> KnownGuesses:
    return KnownGuesses(file, GeneralIntents(asked.hear, 0.4, version))


def test_what_is_kept_is_known_to_the_next_to_the_last_digit(tmp_path: Path, asked: Asked) -> None:
    first = known(tmp_path / "acme" / "en.general", asked)
    before = [first.intents.hear(text) for text in SAID]
    first.keep(SAID)
    again = known(tmp_path / "acme" / "en.general", asked)
    assert [again.intents.hear(text) for text in SAID] == before
    assert before == [Heard((Guess("greet", 0.1234567890123),), 0.0123456789, 2.0), Heard((), -0.25)]
    assert asked == list(SAID)


def test_other_versions_and_damaged_files_are_asked_anew(tmp_path: Path, asked: Asked) -> None:
    file = tmp_path / "en.general"
    first = known(file, asked)
    first.intents.hear("hello there")
    first.keep(["hello there"])
    known(file, asked, "two").intents.hear("hello there")
    file.write_text(file.read_text().replace("0.123", "0.987"))
    assert known(file, asked).intents.hear("hello there").ranking[0].confidence == 0.1234567890123
    assert len(asked) == 3


def test_only_the_texts_named_are_kept_and_none_in_words(tmp_path: Path, asked: Asked) -> None:
    first = known(tmp_path / "en.general", asked)
    for text in SAID:
        first.intents.hear(text)
    first.keep(["hello there", "never asked"])
    assert "hello" not in (tmp_path / "en.general").read_text()
    again = known(tmp_path / "en.general", asked)
    again.intents.hear("???")
    assert asked.count("???") == 2


def test_where_the_version_is_unknown_nothing_is_kept(tmp_path: Path, asked: Asked) -> None:
    first = known(tmp_path / "en.general", asked, "")
    first.intents.hear("hello there")
    first.keep(["hello there"])
    assert not (tmp_path / "en.general").exists()


def test_a_retrain_asks_about_what_is_new_alone(workshop: Workshop, asked: Asked) -> None:
    general = GeneralIntents(asked.hear, 0.4, "one")
    plan = replace(workshop.plan, general=lambda language: general)
    retrain(workshop.database, workshop.company(), plan, now=lambda: NOW)
    assert asked
    asked.clear()
    retrain(workshop.database, workshop.company(), plan, now=lambda: NOW)
    assert asked == []
