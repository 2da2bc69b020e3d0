"""What a sentence denies, in four languages, and the feature that it is to the general stage."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.text_classifier import fit
from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.explanations.grounds import grounds
from nlu.general.stage import fit_general
from nlu.recipe import Recipe
from nlu.words.negation import NEGATION_MARK, Cue, Negation, cues, negation
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered
from tests.nlu.explanations.test_grounds import assert_adds_up

HEADER = "# Cues.\ncue,kind,before,after\n"


@pytest.mark.parametrize(
    ("language", "text", "denied"),
    [
        ("en", "please don't delete my data", ["delete my data"]),
        ("en", "I don't want to talk to a human, just answer", ["want to talk to a human"]),
        ("en", "no need to pass me on", ["pass me on"]),
        ("en", "no, delete it", []),
        ("de", "ich suche keinen Job", ["ich suche", "job"]),
        ("de", "Löschen Sie meine Daten bitte nicht!", ["loeschen sie meine daten bitte"]),
        ("de", "nicht mit einem Menschen, sondern mit dir", ["mit einem menschen"]),
        ("fr", "me supprimez pas", ["me supprimez"]),
        ("fr", "ne supprimez pas mes données", ["supprimez", "mes donnees"]),
        ("fr", "plus d’infos svp", []),
        ("zh", "别删我的数据", ["删我的数据"]),
        ("zh", "我不想找人工", ["找人工"]),
        ("zh", "不用转人工，找工作", ["转人工"]),
    ],
)
def test_what_is_denied_is_what_the_negator_reaches_in_its_clause(language: str, text: str, denied: list[str]) -> None:
    assert negation(language).denied(considered(text)) == denied


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not only in Leeds"),
        ("en", "why don't you pay more"),
        ("en", "delete my data"),
        ("de", "kein Problem, wo arbeite ich"),
        ("fr", "pas mal, et le salaire"),
        ("zh", "有没有别的工作"),
        ("zh", "能不能转人工"),
        ("zh", "性别有要求吗"),
    ],
)
def test_a_phrase_that_only_holds_a_negator_denies_nothing(language: str, text: str) -> None:
    assert negation(language).denied(considered(text)) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_something_is_denied_in_sentences_that_ask_for_the_opposite(language: str) -> None:
    path = Path(__file__).with_name("negated.csv")
    texts = [row["text"] for _, row in rows(path, ("language", "text", "denied")) if row["language"] == language]
    unseen = [text for text in texts if not negation(language).denied(considered(text))]
    assert len(texts) > 30
    assert unseen == []


def test_a_negator_reaches_no_further_than_it_says() -> None:
    near = Negation([Cue("not", "negator", before=1, after=2)])
    assert near.denied("do please not delete my data") == ["please", "delete my"]


@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["not", "no", ",", "but", "don't", "别", "删", "nicht", "x"])).map(" ".join)
)
def test_any_text_is_read_and_its_passages_stand_in_order(text: str) -> None:
    read = considered(text)
    for language in ("en", "de", "fr", "zh"):
        places = [place for span in negation(language).scopes(read) for place in span]
        assert places == sorted(places)


def test_no_word_ngram_can_look_denied() -> None:
    assert NEGATION_MARK not in "".join(word_ngrams(considered(f"{NEGATION_MARK}delete {NEGATION_MARK} x"), (1, 2)))


def test_denied_words_are_features_of_their_own() -> None:
    texts = ["delete it", "delete it now", "do not delete it", "not now do it"]
    told = fit(texts, ["yes", "yes", "no", "no"], Recipe(negation="en"))
    (block, _) = told.features.tfidf.blocks
    assert {"¬delete", "¬delete it", "delete", "delete it"} <= block.ids.keys()
    (plain, _) = fit(texts, ["yes", "yes", "no", "no"], Recipe()).features.tfidf.blocks
    assert not any(gram.startswith(NEGATION_MARK) for gram in plain.ids)


@pytest.mark.parametrize("message", ["don't delete it, please", "never delete it again", "delete it, delete it not"])
def test_what_counted_adds_up_with_what_is_denied_counted_for_the_words_that_are(message: str) -> None:
    examples = [("delete my data", "delete_my_data"), ("delete it please", "delete_my_data"), ("hello you", "greet")]
    model = fit_general(examples, ["don't delete it", "never delete my data", "it is not it"])
    found = grounds(model, message)
    assert found is not None
    assert_adds_up(model, found)
    without = grounds(fit_general(examples, ["it is it"]), message)
    weights = [{word.text: word.weight for word in each.words} for each in (found, without) if each]
    assert weights[0]["delete"] != weights[1]["delete"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("...,negator,0,4", "has no word"),
        ("not,negator,0,4\nNot!,negator,0,4", "stands twice"),
        ("not,maybe,0,4", "'maybe' is none of negator, harmless, end"),
        ("not,negator,,", "a negator, and nothing else"),
        ("but,end,0,3", "a negator, and nothing else"),
        ("not,negator,-1,4", "a negator, and nothing else"),
        ("not,negator", "not as many cells"),
    ],
)
def test_a_row_that_is_no_cue_is_named(tmp_path: Path, row: str, reason: str) -> None:
    (tmp_path / "negation").mkdir()
    (tmp_path / "negation" / "en.csv").write_text(f"{HEADER}{row}\n", encoding="utf-8")
    with pytest.raises(DataError, match=rf"en\.csv, line \d: .*{reason}"):
        cues(tmp_path, "en")


def test_a_language_without_cues_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"negation/eo\.csv: cannot be read"):
        cues(tmp_path, "eo")
