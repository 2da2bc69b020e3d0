"""Texts as dense vectors: one file for each kind of embedding, one Protocol for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from nlu.embeddings.embedding import Embedding, EmbeddingParts
from nlu.embeddings.fasttext_sif import FasttextSif
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.embeddings.spacy_vectors import SpacyVectors
from nlu.recipe import ENCODER, FASTTEXT_SIF, SPACY, Recipe

__all__ = ["Embedding", "EmbeddingParts", "embedding_digest", "open_embedding", "restore_embedding"]

_OPEN: Final[Mapping[str, Callable[[str], Embedding]]] = {
    FASTTEXT_SIF: FasttextSif.open,
    SPACY: SpacyVectors.open,
    ENCODER: SentenceEncoder.open,
}

_RESTORE: Final[Mapping[str, Callable[[EmbeddingParts], Embedding]]] = {
    FASTTEXT_SIF: FasttextSif.restore,
    SPACY: SpacyVectors.restore,
    ENCODER: SentenceEncoder.restore,
}


def open_embedding(recipe: Recipe) -> Embedding | None:
    """Return the embedding that a recipe names, ready to be fitted, or None; raises EmbeddingError."""
    return _OPEN[recipe.embedding](recipe.source) if recipe.embedding else None


def embedding_digest(recipe: Recipe) -> list[str]:
    """Return what names the content of the encoder of a recipe, nothing without one; raises EmbeddingError."""
    return [SentenceEncoder.open(recipe.source).sha256] if recipe.embedding == ENCODER else []


def restore_embedding(recipe: Recipe, parts: EmbeddingParts) -> Embedding | None:
    """Return the fitted embedding of these parts, or None for a recipe without one.

    Raises EmbeddingError when what the parts refer to is missing or another, ValueError when they do not fit together.
    """
    return _RESTORE[recipe.embedding](parts) if recipe.embedding else None
