"""Learn the vectors of English words and pairs anew: `make vectors`, which brings the encoder they are learnt from.

The encoder (all-MiniLM-L6-v2, Apache License 2.0) reads each English sentence of the starter data. Learnt is one
vector for each word and each pair of neighbours so that their sum is near the encoder's vector of the sentence: ridge
regression, in the DIMENSIONS principal components of the sentences' vectors. A word is held to what the encoder makes
of it alone, so that a word which stands in few sentences, or only in the encoder's vocabulary, has a vector as well.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from scipy import sparse

from nlu import starter
from nlu.arrays import Floats
from nlu.danger.data import danger_examples
from nlu.embeddings.bert_encoder import BertEncoder
from nlu.embeddings.packed_words import words_and_pairs, write
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.words.normalise import considered
from nlu.words.thesaurus import concepts

FOLDER = Path(__file__).parent
LANGUAGE = "en"
DIMENSIONS, STRENGTH, STEPS = 128, 1.0, 40
RARE = 3
"""In how many sentences a pair must stand."""
COMMON = 1e-4
"""How soon a word counts less because it is common: a / (a + its share), by Zipf's law (Arora, Liang & Ma 2017)."""
_WHOLE_WORD = re.compile("[a-z]{3,}")


def main() -> None:
    """Write words.txt and model.safetensors into the language's folder beside this file."""
    texts = sentences(FOLDER.parent)
    encoder = SentenceEncoder.open("")
    seen = encoder.vectors(texts)
    centred = seen - seen.mean(axis=0)
    directions = np.linalg.svd(centred, full_matrices=False)[2][:DIMENSIONS].T
    bert = BertEncoder(encoder.path)
    vocabulary = json.loads((encoder.path / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    cut = [list(words_and_pairs(text)) for text in texts]
    lines, n_words = _lines(cut, vocabulary)
    alone = np.zeros((len(lines), DIMENSIONS), np.float32)
    alone[:n_words] = _alone(bert, lines[:n_words]) @ directions
    counts = _counts(cut, {line: place for place, line in enumerate(lines)})
    rows = _learnt(counts, centred @ directions, alone)
    (FOLDER / LANGUAGE).mkdir(exist_ok=True)
    write(FOLDER / LANGUAGE, lines, rows)


def sentences(data: Path) -> list[str]:
    """Return every English text of the starter data once."""
    texts = [text for text, _ in starter.general_examples(data, LANGUAGE)]
    texts += [*starter.general_negatives(data, LANGUAGE), *starter.demo_questions(data, LANGUAGE)]
    texts += [text for text, _ in danger_examples(data, LANGUAGE)]
    return list(dict.fromkeys(chain(texts, *(each.forms.get(LANGUAGE, ()) for each in concepts(data)))))


def _lines(cut: Sequence[Sequence[str]], vocabulary: Sequence[str]) -> tuple[list[str], int]:
    """The words, those of the sentences first, and behind them the pairs; and how many are words."""
    counts = Counter(chain.from_iterable(map(set, cut)))
    words = [line for line, _ in counts.most_common() if " " not in line]
    words += [considered(word) for word in vocabulary if _WHOLE_WORD.fullmatch(word)]
    pairs = [line for line, count in counts.items() if " " in line and count >= RARE]
    words = list(dict.fromkeys(words))
    return words + pairs, len(words)


def _alone(bert: BertEncoder, words: Sequence[str]) -> Floats:
    """What the encoder makes of each word by itself, the mean of its tokens."""
    tokens = bert.of_tokens()
    known = tokens.any(axis=1)
    tokens[known] -= tokens[known].mean(axis=0)
    shares = 1 / np.arange(1, len(tokens) + 1)
    tokens *= (COMMON / (COMMON + shares / shares.sum()))[:, np.newaxis]
    return np.array([tokens[bert.tokens_in(word)].mean(axis=0) for word in words], np.float32)


def _counts(cut: Sequence[Sequence[str]], places: dict[str, int]) -> sparse.csr_matrix:
    """How often each line stands in each sentence, over the root of the sentence's number of words."""
    known = [[places[line] for line in each if line in places] for each in cut]
    rows = np.repeat(np.arange(len(cut)), [len(each) for each in known])
    words = [sum(" " not in line for line in each) for each in cut]
    values = 1 / np.sqrt(np.maximum(1, np.array(words, np.float32)))[rows]
    return sparse.csr_matrix((values, (rows, list(chain.from_iterable(known)))), (len(cut), len(places)))


def _learnt(counts: sparse.csr_matrix, wanted: Floats, alone: Floats) -> Floats:
    """The rows that minimise |counts @ rows - wanted|^2 + STRENGTH |rows - scale alone|^2, by conjugate gradients."""
    begun = counts @ alone
    start = float((begun * wanted).sum() / (begun * begun).sum()) * alone
    back = counts.T.tocsr()
    moved = np.zeros_like(alone)
    left = back @ (wanted - counts @ start)
    step, size = left.copy(), (left * left).sum(axis=0)
    for _ in range(STEPS):
        bent = back @ (counts @ step) + STRENGTH * step
        length = size / np.maximum(1e-12, (step * bent).sum(axis=0))
        moved += length * step
        left -= length * bent
        before, size = size, (left * left).sum(axis=0)
        step = left + size / np.maximum(1e-12, before) * step
    rows: Floats = (start + moved).astype(np.float32)
    return rows


if __name__ == "__main__":
    main()
