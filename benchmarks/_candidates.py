"""Scripted candidates for the simulation in guard.py: what they want, what they say, how they take a reply."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

SCENARIOS = ("plain", "rephrases", "repeats", "wanders", "insults")
GOALS = 3
MOST_TRIES = 4
INSULTS = {
    "en": ("you are useless", "what a stupid bot", "this is such rubbish, you idiot"),
    "de": ("du bist so nutzlos", "was für ein dummer Bot", "so ein Schwachsinn, du Idiot"),
    "fr": ("tu es vraiment nul", "quel bot stupide", "c'est n'importe quoi, espèce d'idiot"),
    "zh": ("你真没用", "什么破机器人，真蠢", "你这个白痴，答非所问"),
}
CHAT = {
    "en": ("what's the weather like today", "tell me a joke", "thanks"),
    "de": ("wie ist das Wetter heute", "erzähl mir einen Witz", "danke"),
    "fr": ("quel temps fait-il aujourd'hui", "raconte-moi une blague", "merci"),
    "zh": ("今天天气怎么样", "给我讲个笑话吧", "谢谢"),
}


@dataclass(frozen=True, slots=True)
class Questions:
    """A company's questions in one language: some to learn from, others to ask, some of categories it never learns."""

    learnt: Sequence[tuple[str, str]]
    asked: Mapping[str, Sequence[str]]
    unknown: frozenset[str]

    @classmethod
    def split(cls, rows: Sequence[tuple[str, str]], chosen: random.Random) -> Questions:
        """Keep half of each category, and one category of ten whole, away from learning."""
        by_category: dict[str, list[str]] = defaultdict(list)
        for text, category in rows:
            by_category[category].append(text)
        names = sorted(by_category)
        unknown = frozenset(chosen.sample(names, len(names) // 10))
        learnt, asked = [], {}
        for name in names:
            texts = chosen.sample(by_category[name], len(by_category[name]))
            half = len(texts) if name in unknown else (len(texts) + 1) // 2
            asked[name] = texts[:half]
            learnt += [] if name in unknown else [(text, name) for text in texts[half:]]
        return cls(learnt, {name: texts for name, texts in asked.items() if len(texts) >= MOST_TRIES}, unknown)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the bot did: "answer" (of `category`), "clarify" (offering `options`), "defer", "hand_over" or "talk"."""

    kind: str
    category: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Say:
    """A message: a text, or the id of a button that was offered."""

    text: str | None = None
    button: str | None = None


@dataclass
class Candidate:
    """One person of a scenario with a few goals; `goal` is the category of the question at hand."""

    scenario: str
    language: str
    questions: Questions
    chosen: random.Random
    goal: str | None = None
    left: list[str] = field(default_factory=list)
    said: str = ""
    tries: int = 0
    """How often the goal was asked for."""

    def goals(self) -> Iterator[str]:
        """Yield what they want to know, one thing after the other."""
        known = sorted(self.questions.asked.keys() - self.questions.unknown)
        foreign = sorted(self.questions.asked.keys() & self.questions.unknown)
        last: str | None = None
        for _ in range(GOALS):
            if self.scenario == "wanders" and last and self.chosen.random() < 0.2:
                yield last  # a further question of the same category
                continue
            strange = foreign and self.chosen.random() < (0.4 if self.scenario == "wanders" else 0.15)
            last = self.chosen.choice(foreign if strange else known)
            yield last

    def begin(self, goal: str) -> Say:
        """Ask for a goal for the first time."""
        if goal != self.goal or not self.left:
            texts = self.questions.asked[goal]
            self.left = self.chosen.sample(texts, len(texts))
        self.goal, self.tries = goal, 1
        return self._next_words()

    def digress(self) -> Say | None:
        """Say something that is no question, as some do between two."""
        if self.scenario == "wanders" and self.chosen.random() < 0.4:
            return Say(self.chosen.choice(CHAT[self.language]))
        return None

    def go_on(self, reply: Reply, button: str | None) -> Say | None:
        """Return what they say to a reply, None when they are served or give up this goal.

        `button` is the id of the quiet button, where there is one.
        """
        if reply.kind == "hand_over" or (reply.kind == "answer" and reply.category == self.goal):
            return None
        if reply.kind == "clarify":
            return self._choose(reply)
        if button and reply.kind == "answer" and self.chosen.random() < 0.25:
            return Say(button=button)
        patience = {"plain": 2, "rephrases": 4, "repeats": 3, "wanders": 2, "insults": 4}[self.scenario]
        if self.tries >= patience or (reply.kind == "defer" and self.chosen.random() < 0.5):
            return None
        self.tries += 1
        if self.scenario == "insults" and self.tries in (3, 4):
            return Say(self.chosen.choice(INSULTS[self.language]))
        if self.scenario == "repeats" and self.tries < 4:
            return Say(self.said)
        return self._next_words()

    def _choose(self, reply: Reply) -> Say | None:
        if self.goal in reply.options and self.chosen.random() < 0.9:
            return Say(button=f"faq:{self.goal}")
        if self.tries >= MOST_TRIES or self.chosen.random() < 0.5:
            return Say(button="none:")
        self.tries += 1
        return self._next_words()

    def _next_words(self) -> Say:
        self.said = self.left.pop() if self.left else self.said
        return Say(self.said)
