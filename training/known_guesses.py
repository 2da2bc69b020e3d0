"""What the general stage makes of a company's questions, kept beside its models from one retrain to the next."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TypeAlias

from evaluation.general_stage import GeneralIntents
from nlu.understanding import Guess

_Known: TypeAlias = dict[str, tuple[Guess, ...]]


class KnownGuesses:
    """Remembers the best general guess for each text it is asked about, and for those in `file` from the start.

    Texts stand in the file as hashes. Guesses of another `version` of the general intents are forgotten, and so is a
    file that was damaged; where the version is not known nothing is kept.
    """

    def __init__(self, file: Path, general: GeneralIntents) -> None:
        self._file, self._general = file, general
        self._known = _read(file, general.version) if general.version else {}
        self.intents = replace(general, rank=self._rank)

    def _rank(self, text: str) -> tuple[Guess, ...]:
        key = _key(text)
        if key not in self._known:
            self._known[key] = self._general.rank(text)[:1]
        return self._known[key]

    def keep(self, texts: Iterable[str]) -> None:
        """Write what is known of these texts, and of no others, for the next retrain."""
        if not self._general.version:
            return
        keys = dict.fromkeys(map(_key, texts))
        known = {key: [(g.intent, g.confidence) for g in self._known[key]] for key in keys if key in self._known}
        content = json.dumps({"version": self._general.version, "guesses": known})
        self._file.parent.mkdir(parents=True, exist_ok=True)
        written = self._file.with_suffix(".part")
        written.write_text(f"{_seal(content)}\n{content}", encoding="ascii")
        written.replace(self._file)


def _read(file: Path, version: str) -> _Known:
    try:
        seal, _, content = file.read_text(encoding="ascii").partition("\n")
    except (OSError, UnicodeDecodeError):
        return {}
    if seal != _seal(content):
        return {}
    kept = json.loads(content)
    if kept["version"] != version:
        return {}
    return {key: tuple(Guess(*guess) for guess in guesses) for key, guesses in kept["guesses"].items()}


def _key(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _seal(content: str) -> str:
    return sha256(content.encode("ascii")).hexdigest()
