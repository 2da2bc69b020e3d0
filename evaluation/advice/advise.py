"""Advice on the most confused pairs: what to do, and what it would bring, measured by refitting on the same folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress

from evaluation.advice.groups import two_groups
from evaluation.advice.pair_advice import CategoryPart, MeasuredRemedy, PairAdvice, lost_questions
from evaluation.advice.remedies import ChangedData, Move, Remedy, merged, moved, parted
from evaluation.advice.shared_words import shared_words, telling_words
from evaluation.classifier import Progress
from evaluation.fitting.refit import Refit, cases_of
from evaluation.label_errors import LabelError
from evaluation.learning_curve import thinned
from evaluation.measures.outcomes import Case
from evaluation.measures.paired import PairedDifference, paired_difference
from evaluation.measures.pairs import ConfusedPair, is_of_categories
from evaluation.measures.problems import biggest_problems
from evaluation.nexcv_result import NexCvResult, SettingResult
from evaluation.splits.folds import Split
from evaluation.splits.settings import PAIRS_SETTING
from nlu.words.normalise import normalise

_MOST_MOVED = 0.15
"""When more of a pair's examples look like the other topic, the labels are not to blame: the topics are one.

One of the demo company's topics dealt out over two at random makes 18 % of the examples look so.
"""
_SHOWN_EXAMPLES = 3


def advise(
    texts: Sequence[str],
    categories: Sequence[str],
    result: NexCvResult,
    refit: Refit,
    *,
    suspects: Sequence[LabelError] = (),
    pairs: int = 3,
    progress: Progress | None = None,
) -> list[PairAdvice]:
    """Return advice on the worst `pairs` of a nex-cv result of these texts and categories, the worst first.

    A category and a general intent are one of them where they stand out; there is no remedy to try on such a pair.

    `refit` measures changed data as the result was measured (`evaluation.fitting.refit`); `suspects` are examples that
    may stand in a wrong category (`evaluation.label_errors`). `progress(done, total)` counts refits of all retries.
    """
    data = _Data.of(texts, categories, result)
    ranked = biggest_problems(data.cases, len(data.cases), seed=data.seed)
    worst = [pair for pair in ranked if is_of_categories(pair) or pair.stands_out][:pairs]
    trials = {pair: list(_trials(data, pair, suspects)) for pair in worst}
    report, total = progress or (lambda done, total: None), 1 + sum(map(len, trials.values()))
    report(0, total)
    # Measured anew: confidences depend on all splits that were measured together.
    before = _cases(data, data.categories, data.splits, refit)
    report(done := 1, total)
    advice = []
    for pair, planned in trials.items():
        remedies = []
        for trial in planned:
            remedies.append(_measured(data, pair, before, trial, refit))
            report(done := done + 1, total)
        advice.append(_advice(data, pair, remedies))
    return advice


@dataclass(frozen=True, slots=True)
class _Data:
    texts: tuple[str, ...]
    categories: tuple[str, ...]
    splits: tuple[Split, ...]
    cases: tuple[Case, ...]
    threshold: float
    seed: int

    @classmethod
    def of(cls, texts: Sequence[str], categories: Sequence[str], result: NexCvResult) -> _Data:
        folds, cases = tuple(pairs_splits(texts, categories, result)), tuple(pairs_result(result).cases())
        return cls(tuple(texts), tuple(categories), folds, cases, result.threshold, result.plan.seed)

    def rows(self, category: str) -> list[int]:
        return [i for i, own in enumerate(self.categories) if own == category]


@dataclass(frozen=True, slots=True)
class _Trial:
    """A remedy that is not measured yet, and the data to measure it on."""

    remedy: MeasuredRemedy
    changed: ChangedData


def pairs_result(result: NexCvResult) -> SettingResult:
    """Return the setting whose confusion ranks the pairs: (0, 0.15), or the first where that one was not run."""
    return next((one for one in result.settings if one.settings == PAIRS_SETTING), result.settings[0])


def pairs_splits(texts: Sequence[str], categories: Sequence[str], result: NexCvResult) -> list[Split]:
    """Return the splits that `pairs_result` was measured on."""
    setting = pairs_result(result).settings
    return list(result.plan.at(setting).part(texts, categories).splits[setting])


def _trials(data: _Data, pair: ConfusedPair, suspects: Sequence[LabelError]) -> Iterator[_Trial]:
    if not is_of_categories(pair):
        return
    moves = _moves(data, pair, suspects)
    if moves:
        yield _Trial(MeasuredRemedy(Remedy.MOVE, None, moves=moves), moved(data.categories, data.splits, moves))
    yield from _split_trial(data, pair)
    yield _Trial(MeasuredRemedy(Remedy.MERGE, None), merged(data.categories, data.splits, pair.a, pair.b))
    yield _Trial(MeasuredRemedy(Remedy.ADD, None), _halved(data, pair))


def _moves(data: _Data, pair: ConfusedPair, suspects: Sequence[LabelError]) -> tuple[Move, ...]:
    both = {pair.a, pair.b}
    moves = tuple(
        Move(suspect.row, data.texts[suspect.row], data.categories[suspect.row], suspect.suggested)
        for suspect in suspects
        if {data.categories[suspect.row], suspect.suggested} == both
    )
    most = _MOST_MOVED * (len(data.rows(pair.a)) + len(data.rows(pair.b)))
    return moves if len(moves) <= most else ()


def _halved(data: _Data, pair: ConfusedPair) -> ChangedData:
    both = frozenset((pair.a, pair.b))
    halves = (thinned(data.texts, data.categories, one, 0.5, data.seed, only=both) for one in data.splits)
    return ChangedData(data.categories, tuple(halves), frozenset(data.rows(pair.a) + data.rows(pair.b)))


def _split_trial(data: _Data, pair: ConfusedPair) -> Iterator[_Trial]:
    """Yield the split of the category that lost more questions, if it falls into two groups."""
    category = pair.a if pair.a_as_b >= pair.b_as_a else pair.b
    rows = data.rows(category)
    groups = two_groups([data.texts[i] for i in rows], data.seed)
    if groups is None:
        return
    larger, smaller = ([rows[place] for place in group] for group in groups)
    described = (_group(data, larger, smaller), _group(data, smaller, larger))
    remedy = MeasuredRemedy(Remedy.SPLIT, None, category=category, groups=described)
    yield _Trial(remedy, parted(data.categories, data.splits, category, smaller))


def _group(data: _Data, rows: Sequence[int], others: Sequence[int]) -> CategoryPart:
    own = [data.texts[i] for i in rows]
    words = telling_words(own, [data.texts[i] for i in others])
    return CategoryPart(len(rows), tuple(words), tuple(own[:_SHOWN_EXAMPLES]))


def _measured(data: _Data, pair: ConfusedPair, before: Sequence[Case], trial: _Trial, refit: Refit) -> MeasuredRemedy:
    changed, remedy = trial.changed, trial.remedy
    if any(len({changed.categories[i] for i in split.train}) < 2 for split in changed.splits):
        return remedy  # nothing would be left to tell apart
    after = _cases(data, changed.categories, changed.splits, refit)
    if remedy.remedy is Remedy.ADD:
        before, after = after, before
    tested = [i for split in data.splits for i in split.test]
    within = [data.categories[row] in (pair.a, pair.b) for row in tested]
    untouched = [row not in changed.touched for row in tested]
    return replace(
        remedy,
        gain=_gain(before, after, data.seed),
        within=_gain(list(compress(before, within)), list(compress(after, within)), data.seed),
        elsewhere=_gain(list(compress(before, untouched)), list(compress(after, untouched)), data.seed),
    )


def _gain(before: Sequence[Case], after: Sequence[Case], seed: int) -> PairedDifference | None:
    if not before:
        return None
    old, new = ([case.is_accurate for case in cases] for cases in (before, after))
    questions, weights = [case.question for case in before], [case.weight for case in before]
    return paired_difference(new, old, seed=seed, clusters=questions, weights=weights)


def _cases(data: _Data, categories: Sequence[str], splits: Sequence[Split], refit: Refit) -> list[Case]:
    return list(chain.from_iterable(cases_of(data.texts, categories, splits, refit, data.threshold)))


def _advice(data: _Data, pair: ConfusedPair, remedies: Sequence[MeasuredRemedy]) -> PairAdvice:
    texts_of = {name: {normalise(data.texts[i]): data.texts[i] for i in data.rows(name)} for name in (pair.a, pair.b)}
    in_both = tuple(texts_of[pair.a][key] for key in texts_of[pair.a] if key in texts_of[pair.b])
    sizes = len(data.rows(pair.a)), len(data.rows(pair.b))
    words = tuple(shared_words(data.texts, data.categories, pair.a, pair.b))
    return PairAdvice(pair, sizes, lost_questions(data.cases, pair), words, in_both, tuple(remedies))
