"""What the general stage makes of a company's questions, kept beside its models from one retrain to the next."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, replace
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TypeAlias

from evaluation.general_stage import GeneralIntents
from nlu.general.stage import Heard
from nlu.understanding import Guess

_Known: TypeAlias = dict[str, Heard]


class KnownGuesses:
    """Remembers the best general guess, and the nearness, of each text that it is asked about or that `file` holds.

    Texts stand in the file as hashes. Guesses of another `version` of the general intents are forgotten, and so is a
    file that was damaged; where the version is not known nothing is kept.
    """

    def __init__(self, file: Path, general: GeneralIntents) -> None:
        self._file, self._general = file, general
        self._known = _read(file, general.version) if general.version else {}
        self.intents = replace(general, hear=self._hear)

    def _hear(self, text: str) -> Heard:
        key = _key(text)
        if key not in self._known:
            heard = self._general.hear(text)
            self._known[key] = replace(heard, ranking=heard.ranking[:1])
        return self._known[key]

    def keep(self, texts: Iterable[str]) -> None:
        """Write what is known of these texts, and of no others, for the next retrain."""
        if not self._general.version:
            return
        keys = dict.fromkeys(map(_key, texts))
        known = {key: astuple(self._known[key]) for key in keys if key in self._known}
        content = json.dumps({"version": self._general.version, "sentences": known})
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
    if kept["version"] != version or "sentences" not in kept:
        return {}
    return {
        key: Heard(tuple(Guess(*guess) for guess in guesses), nearness, words)
        for key, (guesses, nearness, words) in kept["sentences"].items()
    }


def _key(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _seal(content: str) -> str:
    return sha256(content.encode("ascii")).hexdigest()
