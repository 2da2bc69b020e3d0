from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesRegressor

from nlu.breakdown.dialogue import Distribution, Label, Utterance
from nlu.breakdown.training import fit, flat
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.errors import DataError
from tests.nlu.breakdown.talks import talk

Starter = tuple[list[list[Utterance]], list[list[Distribution | None]]]
GOOD = Distribution(1, 0, 0)


def test_the_same_dialogues_and_seed_give_the_same_detector(starter: Starter) -> None:
    dialogues, ratings = starter[0][:20], starter[1][:20]
    one, other, differently = (fit(dialogues, ratings, seed=seed) for seed in (1, 1, 2))
    assert one.judge(dialogues) == other.judge(dialogues)
    assert one.judge(dialogues) != differently.judge(dialogues)


def test_a_forest_of_flat_arrays_says_what_the_fitted_trees_say() -> None:
    rng = np.random.default_rng(0)
    rows, shares = rng.normal(size=(300, 7)).astype(np.float32), rng.random((300, 6))
    fitted = ExtraTreesRegressor(20, min_samples_leaf=2, random_state=0).fit(rows, shares)
    trees = [one.tree_ for one in fitted.estimators_]
    forest = flat(trees, [tree.value[:, :, 0] / len(trees) for tree in trees])
    assert np.abs(forest.predict(rows) - fitted.predict(rows)).max() < 1e-3


def test_boosted_shares_average_to_those_of_the_training(starter: Starter) -> None:
    dialogues, ratings = starter[0][:20], starter[1][:20]
    rated = [
        (dialogue[: place + 1], one)
        for dialogue, of in zip(dialogues, ratings, strict=True)
        for place, one in enumerate(of)
        if one
    ]
    detector = fit(dialogues, ratings)
    found = detector.boosted.predict(detector.evidence.rows([context for context, _ in rated]))
    usual = np.mean([one.shares() for _, one in rated], axis=0)
    assert 2 * found.mean(axis=0)[:3] == pytest.approx(usual, abs=0.02)
    assert not found[:, 3:].any()


def test_held_out_dialogues_are_judged_better_than_by_their_usual_distribution(starter: Starter) -> None:
    dialogues, ratings = starter
    ours, constant = [], []
    for fold in range(3):
        train = [place for place in range(len(dialogues)) if place % 3 != fold]
        detector = fit([dialogues[place] for place in train], [ratings[place] for place in train])
        usual = np.mean([one.shares() for place in train for one in ratings[place] if one], axis=0)
        for place in range(fold, len(dialogues), 3):
            for turn, gold in enumerate(ratings[place]):
                if gold is not None:
                    (verdict,) = detector.judge([dialogues[place][: turn + 1]])
                    ours.append(_error(verdict.distribution.shares(), gold))
                    constant.append(_error(usual, gold))
    assert np.mean(ours) < 0.75 * np.mean(constant)


def test_labels_are_learnt_with_the_share_that_they_need(starter: Starter) -> None:
    dialogues, ratings = starter[0][:30], starter[1][:30]
    certain = fit(dialogues, ratings, threshold=1.0)
    usual = fit(dialogues, ratings)
    contexts = [one[: place + 1] for one in dialogues for place in range(2, len(one), 2)]
    assert sum(verdict.label is Label.NB for verdict in certain.judge(contexts)) > sum(
        verdict.label is Label.NB for verdict in usual.judge(contexts)
    )


def test_an_encoder_adds_to_what_the_detector_sees(starter: Starter, encoder: SentenceEncoder) -> None:
    dialogues, ratings = starter[0][:20], starter[1][:20]
    without, with_it = fit(dialogues, ratings), fit(dialogues, ratings, encoder=encoder)
    assert with_it.evidence.size > without.evidence.size
    assert with_it.judge(dialogues) != without.judge(dialogues)


def test_ratings_that_do_not_fit_the_dialogues_are_refused() -> None:
    turns = talk("Hello.", "Hi", "Yes?")
    with pytest.raises(DataError, match="one for each"):
        fit([turns], [])
    with pytest.raises(DataError, match="3 turns and 2 ratings"):
        fit([turns], [[None, None]])
    with pytest.raises(DataError, match="turn 1 is the user's"):
        fit([turns], [[None, GOOD, None]])


def test_too_little_to_learn_from_is_refused() -> None:
    turns = talk("Hello.", "Hi", "Yes?")
    with pytest.raises(DataError, match="no turn is rated"):
        fit([turns], [[None, None, None]])
    with pytest.raises(DataError, match="too few"):
        fit([turns], [[None, None, GOOD]])


def _error(shares: object, gold: Distribution) -> float:
    return float(((np.array(shares) - np.array(gold.shares())) ** 2).mean())
