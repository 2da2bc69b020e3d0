"""The starter dialogues and the detector learnt from them, once for all tests."""

from __future__ import annotations

import pytest

from nlu.breakdown.dialogue import Distribution, Utterance
from nlu.breakdown.starter import fit_starter, rated_dialogues
from nlu.breakdown.strong import StrongDetector
from nlu.embeddings.sentence_encoder import SentenceEncoder
from tests.nlu.embeddings.tiny_encoder import write_encoder
from tests.nlu.samples import DATA

LANGUAGES = ("en", "de", "fr", "zh")


@pytest.fixture(scope="session")
def starter() -> tuple[list[list[Utterance]], list[list[Distribution | None]]]:
    """The starter dialogues of all languages, in the order of the languages' codes, and their ratings."""
    dialogues = rated_dialogues(DATA, LANGUAGES)
    return [list(one.utterances) for one in dialogues], [one.ratings() for one in dialogues]


@pytest.fixture(scope="session")
def detector() -> StrongDetector:
    """The detector that a house starts with."""
    return fit_starter(DATA, LANGUAGES)


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> SentenceEncoder:
    """A sentence encoder with random weights, small enough to write in a test."""
    pytest.importorskip("onnxruntime")
    folder = tmp_path_factory.mktemp("encoder") / "tiny"
    write_encoder(folder)
    return SentenceEncoder.open(str(folder))
