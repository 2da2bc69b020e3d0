"""N-grams are counted word by word, where they do not reach beyond one: the counts are those of whole texts."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.counting import count, count_of_words
from nlu.words.ngrams import char_ngrams, of_word

SIZES = (2, 4)


@given(st.lists(st.text("ab c")))
def test_words_that_are_cut_once_count_as_often_as_they_are_written(texts: list[str]) -> None:
    grams, counts = count_of_words(texts, lambda word: of_word(word, SIZES))
    wanted, as_often = count(char_ngrams(text, SIZES) for text in texts)
    assert grams == wanted
    assert counts.has_canonical_format
    assert counts.dtype == as_often.dtype
    assert np.array_equal(counts.toarray(), as_often.toarray())


def test_what_stands_in_a_text_twice_counts_twice() -> None:
    pieces, counts = count([("b", "a", "b"), ()])
    assert pieces == ("a", "b")
    assert counts.toarray().tolist() == [[1, 2], [0, 0]]
