"""What cuts texts into n-grams, and finds the ids of those that a model knows."""

from __future__ import annotations

import pytest

from nlu.classifier import analysers as module
from nlu.classifier.analysers import WordAnalyser, analysers
from nlu.classifier.vocabulary import Lines, Vocabulary
from nlu.recipe import Recipe

TEXT = "we pay no bonus, no bonus"


@pytest.mark.parametrize("recipe", [Recipe(), Recipe(concepts="en", negation="en"), Recipe(char_ngrams=(1, 2))])
def test_the_ids_found_are_those_of_the_known_ngrams_as_often_as_they_stand(recipe: Recipe) -> None:
    for analyse in analysers(recipe):
        grams = analyse(TEXT)
        ids = Vocabulary(Lines.of(dict.fromkeys(grams[::2])))
        assert list(analyse.finder(ids)(TEXT)) == [ids[gram] for gram in grams if gram in ids]


def test_a_message_is_cut_once_for_all_models_that_count_the_same_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def cut(text: str) -> list[str]:
        read.append(text)
        return text.split()

    one, other = Vocabulary(Lines("pay\nbonus")), Vocabulary(Lines("bonus\nno"))
    monkeypatch.setattr(module, "_OF_ONE_TURN", 2)
    finders = [WordAnalyser((cut,)).finder(ids) for ids in (one, other)]
    assert [list(find("no bonus")) for find in finders] == [[1], [1, 0]]
    assert read == ["no bonus"]
