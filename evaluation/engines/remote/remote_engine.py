"""What a service must be able to do to be evaluated: the `APIClassifier` of the nex-cv reference package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from nlu.understanding import Guess


@dataclass(frozen=True, slots=True)
class RemoteIntent:
    """An intent at the service: `name` as it answers it, `id` as it is deleted by."""

    name: str
    id: str


class RemoteEngine(Protocol):
    """A service that learns intents from examples; every method raises RemoteError."""

    def all_intents(self) -> Sequence[RemoteIntent]:
        """Return every intent that there is, also those that others created."""

    def delete_intents(self, intents: Sequence[RemoteIntent]) -> None:
        """Delete these."""

    def create_intents(self, examples: Mapping[str, Sequence[str]]) -> None:
        """Create an intent of each name with its examples; when this returns, the service has learnt them."""

    def classify(self, text: str) -> Guess | None:
        """Return the best intent, or None for the service's own fallback."""
