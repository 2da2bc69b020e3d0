from __future__ import annotations

from pathlib import Path

import pytest

from nlu.errors import DataError
from nlu.language.data import UNDECIDED, language_examples
from nlu.words.normalise import normalise
from tests.nlu.samples import DATA

FILES = {
    "general/en/first.csv": "text,category\nHallo,greet\nHi!,greet\n",
    "general/de/first.csv": "text,category\nhallo,greet\nhi,greet\n",
    "background/en/first.txt": "how do I apply\n",
    "background/de/first.txt": "wie bewerbe ich mich\n",
    "professions/professions.csv": "id,en,de,zh\nnurse,nurse,Pflegekraft|Nurse,护士\n",
    "language/en.txt": "yes\n",
    "language/de.txt": "hallo\n",
    "language/undecided.txt": "ok\nhola\n",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A small data folder."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path


def test_every_starter_text_is_an_example_of_its_language(data: Path) -> None:
    examples = language_examples(data, ["en", "de", "zh"])
    assert {("how do i apply", "en"), ("wie bewerbe ich mich", "de"), ("pflegekraft", "de")} <= set(examples)
    assert {("yes", "en"), ("ok", UNDECIDED), ("hola", UNDECIDED)} <= set(examples)
    assert len(examples) == len(set(examples))


def test_a_text_in_two_languages_is_in_the_one_whose_list_names_it(data: Path) -> None:
    assert [name for text, name in language_examples(data, ["en", "de"]) if text == "hallo"] == ["de"]


def test_a_text_in_two_languages_that_no_list_names_tells_nothing(data: Path) -> None:
    examples = language_examples(data, ["en", "de"])
    assert [name for text, name in examples if text == "hi"] == [UNDECIDED]
    assert [name for text, name in examples if text == "nurse"] == [UNDECIDED]


def test_chinese_is_told_by_its_script_and_needs_no_data(data: Path) -> None:
    assert {name for _, name in language_examples(data, ["en", "de", "zh"])} == {"en", "de", UNDECIDED}


def test_a_missing_list_is_named(data: Path) -> None:
    (data / "language" / "de.txt").unlink()
    with pytest.raises(DataError, match=r"language/de\.txt: cannot be read"):
        language_examples(data, ["de"])


@pytest.mark.parametrize("name", ["en", "de", "fr", "undecided"])
def test_the_lists_hold_each_phrase_once(name: str) -> None:
    phrases = [normalise(line) for line in (DATA / "language" / f"{name}.txt").read_text(encoding="utf-8").splitlines()]
    assert all(phrases)
    assert sorted(phrases) == sorted(set(phrases))
