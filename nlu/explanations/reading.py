"""What a classifier reads of a message, and where each character of it stands in the message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nlu.general.stage import masked
from nlu.understanding import Entity
from nlu.words.courtesies import WHOLE, CourtesyReader
from nlu.words.normalise import considered
from nlu.words.script import HAN
from nlu.words.spelling import Token

Span = tuple[int, int]

_RUN = re.compile(rf"[{HAN}]|[^\s{HAN}]+")
_CORE = re.compile(r"\w(?:.*\w)?")


@dataclass(frozen=True, slots=True)
class ReadText:
    """`text` is what is read: its character i comes from `message[slice(*spans[i])]`."""

    text: str
    spans: tuple[Span, ...]

    def words(self) -> Iterator[tuple[Span, Span]]:
        """Yield each word's place in `text` and, without outer punctuation, in the message, from left to right.

        A word is what stands between spaces, in Chinese a character; none overlap in the message.
        """
        start, end, shown = 0, 0, (0, 0)
        for run in _RUN.finditer(self.text):
            core = _CORE.search(run[0])
            low, high = core.span() if core else (0, len(run[0]))
            spans = self.spans[run.start() + low : run.start() + high]
            place = min(span[0] for span in spans), max(span[1] for span in spans)
            if place[0] >= shown[1]:
                if end:
                    yield (start, end), shown
                start, shown = run.start(), place
            end, shown = run.end(), (min(shown[0], place[0]), max(shown[1], place[1]))
        if end:
            yield (start, end), shown

    def respelt(self, tokens: Iterable[Token]) -> ReadText:
        """Return the reading with `tokens` read in it, each coming from all that it replaces.

        >>> ReadText("hte pay", tuple((i, i + 1) for i in range(7))).respelt([Token("the", 0, 3)])
        ReadText(text='the pay', spans=((0, 3), (0, 3), (0, 3), (3, 4), (4, 5), (5, 6), (6, 7)))
        """
        text, spans, end = "", list[Span](), 0
        for token in tokens:
            replaced = self.spans[token.start : token.end]
            place = min(start for start, _ in replaced), max(stop for _, stop in replaced)
            text += self.text[end : token.start] + token.read
            spans += [*self.spans[end : token.start], *[place] * len(token.read)]
            end = token.end
        return ReadText(text + self.text[end:], (*spans, *self.spans[end:]))


def read(message: str, entities: Sequence[Entity] = (), reader: CourtesyReader = WHOLE) -> ReadText:
    """Return how a classifier reads a message, `entities` (from left to right) masked.

    `reader` is that of its features.

    >>> reading = read("Un café?", ())
    >>> reading.text, reading.spans[3]
    ('un cafe', (3, 4))
    >>> [("Nurse in Bonn!"[slice(*shown)]) for _, shown in read("Nurse in Bonn!").words()]
    ['Nurse', 'in', 'Bonn']
    """
    typed, spans = masked(message, entities), _masked_spans(message, entities)
    text = considered(typed)
    folded, found = _folded(typed, spans), []
    for character in text:
        span = next((span for folded_to, span in folded if folded_to == character), None)
        if span is None:  # characters that only change together, as the parts of a Korean syllable do
            found = [(0, len(message))] * len(text)
            break
        found.append(span)
    start, end = reader.span(text)
    return ReadText(text[start:end], tuple(found[start:end]))


def _masked_spans(message: str, entities: Sequence[Entity]) -> list[Span]:
    spans: list[Span] = []
    end = 0
    for entity in entities:
        mask = masked("", (Entity(entity.name, "", "", 0, 0),))
        spans += [(place, place + 1) for place in range(end, entity.start)]
        spans += [(entity.start, entity.end)] * len(mask)
        end = entity.end
    return spans + [(place, place + 1) for place in range(end, len(message))]


def _folded(typed: str, spans: Sequence[Span]) -> Iterator[tuple[str, Span]]:
    """Yield each character that normalising makes of `typed`, and where it comes from, before any is left out."""
    start = 0
    for end in range(1, len(typed) + 1):
        if end < len(typed) and unicodedata.combining(typed[end]):
            continue
        span = spans[start][0], spans[end - 1][1]
        # Between letters, so that nothing is at an edge and left out.
        yield from ((character, span) for character in considered(f"a{typed[start:end]}a")[1:-1])
        start = end
