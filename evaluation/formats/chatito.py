"""Chatito: intents with sentences in which aliases and slots stand for several wordings, which are written out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from evaluation.formats.content import Choices, ExampleRow, FileContent, ReadingNote, SourceFile, kept_line, plain
from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

MOST_WORDINGS: Final = 20
"""Of one sentence; those taken lie evenly among all that there are."""
_LONGEST: Final = 2_000
_MOST_TOLD: Final = 10**15
"""So many wordings that were left out are told, however many there were."""
_ENTITY: Final = re.compile(r"([%~@])\[([^\]]+)\](?:\s*\((.*)\))?\s*")
_PART: Final = re.compile(r"([~@])\[([^\]?]{1,200}+)(\?)?\]")
"""A reference; names are bounded, as a text of openings alone would be read to its end from each one."""
_OWN_NAME: Final = re.compile(r"""'category'\s*:\s*(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)")""")
_PROBABILITY: Final = re.compile(r"^\*\[[\d.]+%?\]\s*")
_STARTS: Final = ("%[", "~[", "@[", "//", "import ")
_Lines: TypeAlias = list[tuple[int, str]]


def is_grammar(text: str) -> bool:
    """Tell whether a text is a Chatito file, by its lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and lines[0].startswith(_STARTS) and any(line.startswith("%[") for line in lines)


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read a file; raises UnreadableFile for sentences that belong to nothing, and for aliases that hold themselves."""
    intents, entities = _parsed(source.name, decoded(source.name, source.content, choices.encoding)[0])
    wordings = _Wordings(source.name, {name: [text for _, text in lines] for name, lines in entities.items()})
    rows, left = [], 0
    for intent, lines in intents.items():
        for line, sentence in lines:
            every = wordings.count(sentence)
            chosen = min(every, MOST_WORDINGS)
            texts = [kept_line(wordings.nth(sentence, place * every // chosen)) for place in range(chosen)]
            rows += [ExampleRow(text, intent, line=line) for text in dict.fromkeys(texts) if text]
            left += every - chosen
    return FileContent(rows, (), [ReadingNote("expanded", min(left, _MOST_TOLD))] if left else [])


def _parsed(name: str, text: str) -> tuple[dict[str, _Lines], dict[str, _Lines]]:
    """Return the numbered sentences of intents, and those of aliases (`~`) and slots (`@`), by name."""
    intents: dict[str, _Lines] = {}
    entities: dict[str, _Lines] = {}
    into: _Lines | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith(("//", "import ")):
            continue
        if match := _ENTITY.fullmatch(line):
            kind, called = match[1], plain(match[2])
            own = _OWN_NAME.search(match[3] or "") if kind == "%" else None
            called = plain(_unquoted(own[1] or own[2] or "")) or called if own else called
            into = intents.setdefault(called, []) if kind == "%" else entities.setdefault(kind + called, [])
        elif into is None:
            raise UnreadableFile("no_intent_yet", name, number)
        else:
            into.append((number, _PROBABILITY.sub("", line.strip())))
    return intents, entities


@dataclass(slots=True)
class _Wordings:
    """All wordings of a sentence, numbered, without making more of them than are asked for."""

    file: str
    entities: Mapping[str, Sequence[str]]
    _counts: dict[str, int] = field(default_factory=dict)
    _lengths: dict[str, int] = field(default_factory=dict)

    def count(self, sentence: str) -> int:
        """Return how many wordings a sentence has; raises UnreadableFile where they are endless or too long."""
        found, length = 1, len(sentence)
        for key, optional in _references(sentence):
            its, longest = self._measured(key)
            found, length = found * (its + optional), length + longest
        if length > _LONGEST:
            raise UnreadableFile("endless", self.file)
        return found

    def nth(self, sentence: str, number: int) -> str:
        """Return one wording, by its number from 0."""
        texts, last = [], 0
        for match in _PART.finditer(sentence):
            key, optional = match[1] + match[2], bool(match[3])
            number, place = divmod(number, self._measured(key)[0] + optional)
            texts += [
                sentence[last : match.start()],
                "" if optional and place == 0 else self._of(key, place - optional),
            ]
            last = match.end()
        return "".join([*texts, sentence[last:]])

    def _measured(self, key: str) -> tuple[int, int]:
        """Return how many wordings an alias or slot has and how long they may be, measured once."""
        if key not in self._counts:
            self._counts[key], self._lengths[key] = 0, _LONGEST + 1  # met again while it is measured, it holds itself
            texts = self.entities.get(key) or [_word(key)]
            try:
                counts = [self.count(text) for text in texts]
            except RecursionError:
                raise UnreadableFile("endless", self.file) from None
            lengths = [len(t) + sum(self._lengths[k] for k, _ in _references(t)) for t in texts]
            self._counts[key], self._lengths[key] = sum(counts), max(lengths)
        return self._counts[key], self._lengths[key]

    def _of(self, key: str, place: int) -> str:
        for text in self.entities.get(key) or [_word(key)]:
            its = self.count(text)
            if place < its:
                return self.nth(text, place)
            place -= its
        return ""


def _references(sentence: str) -> list[tuple[str, bool]]:
    return [(match[1] + match[2], bool(match[3])) for match in _PART.finditer(sentence)]


def _word(key: str) -> str:
    """What is nowhere defined says its own name."""
    return key[1:].partition("#")[0]


def _quoted(text: str) -> str:
    """Return a text between quotation marks, with those of the same kind and backslashes after a backslash.

    >>> print(_quoted("pay"), _quoted("what's"), _quoted("what's \\"it\\""))
    'pay' "what's" 'what\\'s "it"'
    """
    mark = '"' if "'" in text and '"' not in text else "'"
    return mark + re.sub(rf"([{mark}\\])", r"\\\1", text) + mark


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def write(content: FileContent) -> bytes:
    """Return a file of the questions alone; a name that Chatito does not allow stands beside its intent."""
    parts = []
    taken: set[str] = set()
    for category in content.categories:
        texts = [row.text for row in content.rows if row.category == category]
        if texts:
            name = _free(category, taken)
            own = "" if name == category else f"('category': {_quoted(category)})"
            parts.append(f"%[{name}]{own}\n" + "".join(f"    {_unreferring(text)}\n" for text in texts))
    return "\n".join(parts).encode()


def _free(category: str, taken: set[str]) -> str:
    wanted = re.sub(r"[\]\[?()\n]", " ", category).strip() or "intent"
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    taken.add(name)
    return name


def _unreferring(text: str) -> str:
    """What Chatito would take for an alias or a slot gets a space, as there is no other way to say it."""
    return re.sub(r"([~@%*])\[", r"\1 [", kept_line(text))
