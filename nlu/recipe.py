"""How a classifier is made: every choice that changes its answers, in one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from nlu.errors import DataError

TFIDF: Final = "tfidf"
ENCODER: Final = "encoder"
FASTTEXT_SIF: Final = "fasttext-sif"
SPACY: Final = "spacy"
OF_THE_PRODUCT: Final = "product:"
"""What the source of vectors that come with the product begins with; their language stands behind it."""

WITH_VECTORS: Final = frozenset({"en"})
"""The languages that the product has vectors of words for."""

TYPICAL_PRIOR: Final = 0.25
"""Share of questions that fit no category where nothing better is known."""

GENERAL_THRESHOLD: Final = 0.4
"""The default of the general threshold, chosen on sentences of strangers (docs/confidence.md)."""

KNOWN_LANGUAGES: Final = frozenset({"de", "en", "fr", "zh"})
"""The languages that the thesaurus and the lists of negators and courtesies have words in."""

FEW_EXAMPLES: Final = 25
"""With fewer examples a category, on average, concepts and n-grams that stand in one example help the FAQ stage more
than they cost (docs/features.md)."""

_CONVERGED: Final = 1e-4
"""Of probabilities taken as they come; stopped at a thousandth they still moved by .1 and more with the processor."""

_BESIDE_IN_GENERAL: Final = 6
"""With fewer words beside a greeting the message may well be one: its own intents tell greetings (docs/features.md)."""

EMBEDDINGS: Final = (FASTTEXT_SIF, SPACY, ENCODER)
"""The features that are dense vectors; a recipe has at most one of them."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyper-parameters of a `TextClassifier`; raises DataError for features that cannot be had together."""

    features: tuple[str, ...] = (TFIDF,)
    """What makes a vector: "tfidf", one of EMBEDDINGS, or both."""
    source: str = ""
    """Where the embedding comes from: a path, "product:" and a language, or a package; "": its default."""
    dense_weight: float = 1.0
    """How long the embedding's block is beside those of TF-IDF, which have length one."""
    word_ngrams: tuple[int, int] = (1, 2)
    """The shortest and the longest n-grams of words."""
    char_ngrams: tuple[int, int] = (3, 4)
    """The shortest and the longest n-grams of characters."""
    min_examples: int = 1
    """In how many examples an n-gram must stand to count."""
    keeps_words: bool = False
    """Whether a single word counts in however few examples it stands."""
    char_weight: float = 1.0
    """How long the block of characters is beside that of words while the weights are learnt."""
    regularisation: float = 300.0
    """C of the L2 logistic regression: the larger, the closer to the data."""
    size_correction: float = 0.0
    """Which power of the number of its examples is divided out of a category's odds (0: none, 1: all)."""
    temperature: float = 1.0
    """What the logits are divided by to rank the guesses."""
    calibrated: bool = False
    """Whether the best guess's confidence is made from the evidence for it (`nlu.classifier.calibration`)."""
    negative_prior: float = TYPICAL_PRIOR
    """The share of questions that the calibration expects to fit no category."""
    tolerance: float = 1e-3
    """How little the solver may still move when it stops."""
    max_iterations: int = 200
    """After how many steps the solver stops at the latest."""
    masks_entities: bool = False
    """Whether professions and cities are replaced in the texts it reads (`nlu.general.stage`)."""
    concepts: str = ""
    """The language whose thesaurus tells the concepts that count beside words (`nlu.words.concepts`); "": none does."""
    negation: str = ""
    """The language in which what a text denies counts once more as denied (`nlu.words.negation`); "": it does not."""
    spelling: str = ""
    """The language on whose keyboard an unknown word may be a slip of a taught one (`nlu.words.spelling`); "": none."""
    courtesies: str = ""
    """The language in which greetings and thanks beside a question are not read (`nlu.words.courtesies`); "": none."""
    courtesies_beside: int = 3
    """How many other words must be left for that."""

    def __post_init__(self) -> None:
        unknown = sorted(set(self.features) - {TFIDF, *EMBEDDINGS})
        if unknown:
            raise DataError(f"there is no feature {unknown[0]!r}; known are {', '.join((TFIDF, *EMBEDDINGS))}")
        if not self.features or len(set(self.features)) != len(self.features):
            raise DataError("features must name at least one feature, and none of them twice")
        if len(self.features) - (TFIDF in self.features) > 1:
            raise DataError(f"features may name one of {', '.join(EMBEDDINGS)}, beside or without {TFIDF}")
        for name in ("word_ngrams", "char_ngrams"):
            shortest, longest = getattr(self, name)
            if not 1 <= shortest <= longest:
                raise DataError(f"{name} must be [shortest, longest], both at least 1, not [{shortest}, {longest}]")

    @property
    def embedding(self) -> str | None:
        """Return which of EMBEDDINGS the features name, if any."""
        return next((name for name in self.features if name != TFIDF), None)

    @classmethod
    def faq(cls, language: str = "en", features: tuple[str, ...] = (TFIDF,), source: str = "") -> Recipe:
        """Return the recipe of a company's FAQ stage in a language, with features of its choice.

        Chosen on training data of HINT3, CLINC150, BANKING77 and our own, with questions of other categories and other
        wording held back (docs/confidence.md): weak regularisation, more weight for the characters and half of a
        category's size divided out of its odds (logit adjustment, Menon et al. 2021, section 3).
        docs/features.md says how the values that go with each embedding and language were chosen.
        """
        words = {name: _if_known(language) for name in ("concepts", "courtesies")}
        chosen = {**_FAQ, **_NGRAMS.get(language, {}), **words, "spelling": _if_spelt(language)}
        chosen["negative_prior"] = _PRIORS.get(language, TYPICAL_PRIOR)
        recipe = cls(features=features, source=source)
        kind = OF_THE_PRODUCT if source.startswith(OF_THE_PRODUCT) else recipe.embedding or ""
        return recipe.changed({**chosen, **_WITH_EMBEDDING.get(kind, {})})

    @classmethod
    def served(cls, language: str) -> Recipe:
        """Return the recipe of a company's FAQ stage where nobody chose features: with the product's own vectors.

        >>> Recipe.served("en").source, Recipe.served("de").features
        ('product:en', ('tfidf',))
        """
        if language not in WITH_VECTORS:
            return cls.faq(language)
        return cls.faq(language, (TFIDF, ENCODER), OF_THE_PRODUCT + language)

    @classmethod
    def general(cls, language: str = "en", encoder: str | None = None) -> Recipe:
        """Return the recipe of the general stage: probabilities as they come, so that the background is believed.

        `encoder` is the source of the encoder that it has beside its n-grams (None: none).
        """
        words = {name: _if_known(language) for name in ("concepts", "negation", "courtesies")}
        chosen = {**_NGRAMS.get(language, {}), **words, "spelling": _if_spelt(language)}
        recipe = cls(tolerance=_CONVERGED, courtesies_beside=_BESIDE_IN_GENERAL).changed(chosen)
        if encoder is None:
            return recipe
        return recipe.changed({"features": (TFIDF, ENCODER), "source": encoder, **_GENERAL_WITH_ENCODER})

    def suited(self, examples: int, categories: int) -> Recipe:
        """Return the recipe for data of this size: concepts, and n-grams seen once, count where categories are small.

        >>> Recipe.faq("en").suited(900, 60).concepts, Recipe.faq("en").suited(3600, 90).concepts
        ('en', '')
        """
        few = examples < FEW_EXAMPLES * max(1, categories)
        return self if few else self.without_rare().changed({"concepts": ""})

    def without_rare(self) -> Recipe:
        """Return the recipe in which an n-gram of letters, or of several words, must stand in two examples to count.

        Where there are many examples most n-grams stand in one; without them the model is less than half the size,
        and as good (docs/features.md). Who wants n-grams in several examples already gets what was asked for.
        """
        return self if self.min_examples > 1 else self.changed({"min_examples": 2, "keeps_words": True})

    def changed(self, values: Mapping[str, object]) -> Recipe:
        """Return the recipe with other values; raises DataError for unknown keys."""
        return self.from_dict({**self.to_dict(), **values})

    def to_dict(self) -> dict[str, object]:
        """Return the recipe as JSON values."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Recipe:
        """Return the recipe that `to_dict` wrote; raises DataError for unknown keys."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise DataError(f"unknown recipe setting {unknown[0]!r}; known are {', '.join(sorted(known))}")
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})  # type: ignore[arg-type]


def _if_spelt(language: str) -> str:
    """Chinese is not written in letters: there is no word that a slip makes unknown."""
    return language if language in KNOWN_LANGUAGES - {"zh"} else ""


def _if_known(language: str) -> str:
    return language if language in KNOWN_LANGUAGES else ""


_FAQ: Final[Mapping[str, Any]] = {
    "char_ngrams": (2, 4),
    "char_weight": 1.5,
    "regularisation": 150.0,
    "size_correction": 0.5,
    "temperature": 1.5,
    "calibrated": True,
}
"""Values of the FAQ stage."""

_NGRAMS: Final[Mapping[str, Mapping[str, Any]]] = {"zh": {"word_ngrams": (1, 1), "char_ngrams": (1, 3)}}
"""Sizes of n-grams in languages that want others than the default."""

_PRIORS: Final = {"fr": 0.35, "zh": 0.35}
"""Shares of questions that fit no category, where they are taken for one more often (docs/confidence.md)."""

_WITH_EMBEDDING: Final[Mapping[str, Mapping[str, Any]]] = {
    ENCODER: {"dense_weight": 2.0, "regularisation": 30.0, "temperature": 1.67},
    OF_THE_PRODUCT: {"dense_weight": 1.0, "regularisation": 100.0, "temperature": 1.67, "negative_prior": 0.35},
}
"""Values that go with a dense block."""

_GENERAL_WITH_ENCODER: Final[Mapping[str, Any]] = {"dense_weight": 2.0, "regularisation": 100.0}
"""Values of the general stage with an encoder."""
