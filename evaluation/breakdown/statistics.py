"""Statistics of annotated dialogues as the challenge reports them (Higashinaka et al., LREC 2016, Table 1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from evaluation.breakdown.agreement import fleiss_kappa
from evaluation.breakdown.dialogues import Dialogue
from nlu.breakdown.dialogue import LABELS, Label
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import normalise

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Statistics:
    """What some dialogues hold.

    Words are runs of letters and digits; a Han character is a word of its own. `annotators` counts those of one
    utterance, the fewest and the most (0 without annotations). The shares of the labels are taken over all annotations
    and None without any; so are the kappas where there is nothing to compare.
    """

    dialogues: int
    user_utterances: int
    system_utterances: int
    annotated_utterances: int
    user_words: int
    system_words: int
    fewest_annotators: int
    most_annotators: int
    nb: float | None
    pb: float | None
    b: float | None
    kappa_nb_pb_b: float | None
    kappa_nb_pbb: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Return the statistics by name."""
        return asdict(self)


def by_system(dialogues: Iterable[Dialogue]) -> Mapping[str, Statistics]:
    """Return the statistics of each system by name, and those of all dialogues under ALL as the last."""
    groups: defaultdict[str, list[Dialogue]] = defaultdict(list)
    everything = list(dialogues)
    for dialogue in everything:
        groups[dialogue.system].append(dialogue)
    return {name: statistics(groups[name]) for name in sorted(groups)} | {ALL: statistics(everything)}


def statistics(dialogues: Sequence[Dialogue]) -> Statistics:
    """Return the statistics of some dialogues taken together."""
    turns = [turn for dialogue in dialogues for turn in dialogue.turns]
    said = [[note.label for note in turn.annotations] for turn in turns if turn.annotations]
    annotators = [len(labels) for labels in said]
    shares = _shares(said)
    spoken = [turn.utterance for turn in turns]
    return Statistics(
        dialogues=len(dialogues),
        user_utterances=sum(not utterance.by_system for utterance in spoken),
        system_utterances=sum(utterance.by_system for utterance in spoken),
        annotated_utterances=len(said),
        user_words=sum(_words(utterance.text) for utterance in spoken if not utterance.by_system),
        system_words=sum(_words(utterance.text) for utterance in spoken if utterance.by_system),
        fewest_annotators=min(annotators, default=0),
        most_annotators=max(annotators, default=0),
        nb=shares[Label.NB],
        pb=shares[Label.PB],
        b=shares[Label.B],
        kappa_nb_pb_b=fleiss_kappa(said),
        kappa_nb_pbb=fleiss_kappa([[label is Label.NB for label in labels] for labels in said]),
    )


def _shares(said: Iterable[Sequence[Label]]) -> Mapping[Label, float | None]:
    counts = Counter(label for labels in said for label in labels)
    return {label: counts[label] / counts.total() if counts else None for label in LABELS}


def _words(text: str) -> int:
    return len(word_ngrams(normalise(text), (1, 1)))
