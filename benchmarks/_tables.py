"""Tables of vectors that need nothing at run time: learnt of the project's own texts, or distilled from an encoder."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds

from candor.product import DATA_FOLDER
from nlu import starter
from nlu.arrays import Floats
from nlu.danger.data import danger_examples
from nlu.embeddings import encoder_files
from nlu.embeddings.bert_encoder import BertEncoder
from nlu.words.normalise import considered
from nlu.words.script import WORD
from nlu.words.thesaurus import concepts

WINDOW, RARE, LEARNT, DISTILLED, SIF = 5, 2, 100, 256, 1e-4


def learn_words(language: str, path: Path) -> Path:
    """Write word vectors of all texts of the project in a language: PPMI, truncated SVD (Levy & Goldberg 2014).

    A concept's forms count as one sentence; a word has to stand in RARE texts.
    """
    texts = [text for text, _ in starter.general_examples(DATA_FOLDER, language)]
    texts += [*starter.general_negatives(DATA_FOLDER, language), *starter.demo_questions(DATA_FOLDER, language)]
    texts += [text for text, _ in danger_examples(DATA_FOLDER, language)]
    texts += [" ".join(each.forms.get(language, ())) for each in concepts(DATA_FOLDER)]
    sentences = [WORD.findall(considered(text)) for text in texts]
    counts = Counter(word for sentence in sentences for word in set(sentence))
    words = [word for word, count in counts.most_common() if count >= RARE]
    vectors = _factorised(_ppmi(sentences, {word: place for place, word in enumerate(words)}))
    rows = (f"{word} " + " ".join(f"{x:.5f}" for x in row) for word, row in zip(words, vectors.tolist(), strict=True))
    path.write_text("\n".join([f"{len(words)} {LEARNT}", *rows]) + "\n", encoding="utf-8")
    return path


def _ppmi(sentences: list[list[str]], places: dict[str, int]) -> sparse.csr_matrix:
    pairs: Counter[tuple[int, int]] = Counter()
    for sentence in sentences:
        known = [places[word] for word in sentence if word in places]
        for i, word in enumerate(known):
            for other in known[max(0, i - WINDOW) : i]:
                pairs[word, other] += 1
                pairs[other, word] += 1
    rows, columns = np.array(list(pairs)).T
    seen = sparse.csr_matrix((np.array(list(pairs.values()), float), (rows, columns)), (len(places), len(places)))
    of_words = np.asarray(seen.sum(axis=1)).ravel()
    contexts = of_words**0.75 / (of_words**0.75).sum()
    seen = seen.tocoo()
    values = np.log(seen.data / (of_words[seen.row] * contexts[seen.col]))
    kept = values > 0
    return sparse.csr_matrix((values[kept], (seen.row[kept], seen.col[kept])), seen.shape)


def _factorised(matrix: sparse.csr_matrix) -> Floats:
    left, strengths, _ = svds(matrix, k=LEARNT, random_state=0)
    vectors: Floats = (left * np.sqrt(strengths)).astype(np.float32)
    return vectors


def distil(source: Path, folder: Path) -> Path:
    """Write the static table of a BERT encoder as model2vec does (Tulkens & van Dongen 2024).

    Each token goes through the encoder by itself; then principal components, and a weight by Zipf's law from its place.
    """
    rows = BertEncoder(source).of_tokens()
    known = np.abs(rows).sum(axis=1) > 0
    centred = rows[known] - rows[known].mean(axis=0)
    rows[known] = centred
    directions = np.linalg.svd(centred, full_matrices=False)[2][:DISTILLED]
    shares = 1 / np.arange(1, len(rows) + 1)
    weights = SIF / (SIF + shares / shares.sum())
    _write(folder / "model.safetensors", ((rows @ directions.T) * weights[:, np.newaxis]).astype(np.float32))
    shutil.copy(source / "tokenizer.json", folder / "tokenizer.json")
    return folder


def _write(path: Path, table: Floats) -> None:
    entry = {"embeddings": {"dtype": "F32", "shape": list(table.shape), "data_offsets": [0, table.nbytes]}}
    header = json.dumps(entry).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + table.tobytes())
    encoder_files.Tensors(path)
