"""The mean word vector of a text, from an installed spaCy model with vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from nlu.arrays import Floats
from nlu.embeddings.embedding import EmbeddingParts, of_length_one
from nlu.errors import EmbeddingError
from nlu.words.normalise import fold_letters

_EXAMPLE = "such as en_core_web_md (python -m spacy download en_core_web_md)"


class SpacyVectors:
    """Word vectors of one spaCy model; only its tokeniser and its vectors are used."""

    learns = False

    def __init__(self, name: str, language: Any) -> None:
        self.name, self._language = name, language
        self.dimensions = int(language.vocab.vectors_length)

    @classmethod
    def open(cls, source: str) -> SpacyVectors:
        """Return the vectors of a package or folder, one for each process; raises EmbeddingError."""
        return _opened(source)

    @classmethod
    def restore(cls, parts: EmbeddingParts) -> SpacyVectors:
        """Return the vectors that a model was trained with; raises EmbeddingError when they have changed."""
        vectors = cls.open(str(parts.described["source"]))
        if vectors.parts().described != parts.described:
            raise EmbeddingError(f"{vectors.name}: not the vectors that the model was trained with; train it again")
        return vectors

    def fit(self, texts: Sequence[str]) -> SpacyVectors:
        """Return the vectors themselves."""
        return self

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return float32 of shape (len(texts), dimensions), rows of length one; zeros where no word has a vector."""
        rows = [self._language.make_doc(fold_letters(text)).vector for text in texts]
        return of_length_one(np.array(rows, dtype=np.float32).reshape(len(texts), self.dimensions))

    def parts(self) -> EmbeddingParts:
        """Return the model's name and version and the size of its vectors."""
        meta, table = self._language.meta, self._language.vocab.vectors.shape
        return EmbeddingParts({"source": self.name, "version": meta["version"], "shape": f"{table[0]} x {table[1]}"})

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self.name,)


@lru_cache(maxsize=4)
def _opened(name: str) -> SpacyVectors:
    if not name:
        raise EmbeddingError(f"spacy features need the name of an installed model with vectors as source, {_EXAMPLE}")
    try:
        import spacy

        language = spacy.load(name, exclude=["tagger", "parser", "ner", "lemmatizer", "attribute_ruler", "senter"])
    except ImportError as error:
        raise EmbeddingError(f"spacy features need the package {error.name}: pip install {error.name}") from error
    except Exception as error:  # whatever a broken model makes spaCy raise
        reason = " ".join(str(error).split())[:120]
        raise EmbeddingError(f"no spaCy model {name!r} can be loaded ({reason}); install one, {_EXAMPLE}") from error
    if not language.vocab.vectors.shape[0] or not language.vocab.vectors_length:
        raise EmbeddingError(f"the spaCy model {name!r} has no word vectors; install one that has, {_EXAMPLE}")
    return SpacyVectors(name, language)
