"""How a classifier is made: every choice that changes its answers, in one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from nlu.errors import DataError


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyper-parameters of a `TextClassifier`.

    `word_ngrams` and `char_ngrams` are (shortest, longest); `min_examples` is in how many examples an n-gram must
    stand to count. `regularisation` is C of the L2 logistic regression (larger: closer to the data), `temperature`
    what its logits are divided by, `nearness_weight` how much nearness to an example counts in a confidence (see
    `nlu.calibration`), `tolerance` and `max_iterations` when the solver stops. With `masks_entities` the
    texts it reads have their professions and cities replaced (see `nlu.general`).
    """

    word_ngrams: tuple[int, int] = (1, 2)
    char_ngrams: tuple[int, int] = (3, 4)
    min_examples: int = 1
    regularisation: float = 300.0
    temperature: float = 1.0
    nearness_weight: float = 0.0
    tolerance: float = 1e-3
    max_iterations: int = 200
    masks_entities: bool = False

    @classmethod
    def faq(cls) -> Recipe:
        """Return the recipe of a company's FAQ stage.

        Chosen by nex-cv on training files of HINT3, CLINC150 and BANKING77: with weak regularisation (C = 300 rather
        than the usual 1 or 10) the probabilities are nearly calibrated as they come (expected calibration error .02
        at 10,000 x 150, .04-.08 at 600-3,000 examples) and far fewer right answers fall below 0.5. Nearness counts
        for .4: over five training sets, with whole categories held out as negatives, the share of questions treated
        rightly is then the same whether 10 or 40 % of them have no answer (.74 to .72; without it .78 to .70).
        """
        return cls(temperature=0.9, nearness_weight=0.4)

    @classmethod
    def general(cls) -> Recipe:
        """Return the recipe of the general stage: probabilities as they come, so that the background is believed."""
        return cls()

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
