"""Who is told what of the inbox. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storage.waits import Change
from storage.webhooks import Event, Webhook


def webhooks_told(hooks: Sequence[Webhook], change: Change) -> Iterator[tuple[Webhook, Event]]:
    """Yield the webhooks that are told of a change, and as what.

    Who wants to hear of new waits and not of danger hears of somebody in danger as of a new wait.

    >>> from datetime import UTC, datetime
    >>> then = datetime(2026, 3, 1, tzinfo=UTC)
    >>> lead = Webhook(1, "lead", "https://a.example", "json", ("danger",), "s", True, then)
    >>> team = Webhook(2, "team", "https://b.example", "slack", ("waiting", "answered"), "s", True, then)
    >>> danger, later = Change("danger", 7, then, True, then), Change("danger", 7, then, True, then, wait=3)
    >>> [(hook.name, event) for hook, event in webhooks_told([lead, team], danger)]
    [('lead', 'danger'), ('team', 'waiting')]
    >>> [(hook.name, event) for hook, event in webhooks_told([lead, team], later)]
    [('lead', 'danger')]
    """
    for hook in hooks:
        event = _event(hook, change) if hook.enabled else None
        if event is not None:
            yield hook, event


def _event(hook: Webhook, change: Change) -> Event | None:
    if change.what == "closed":
        return None
    if change.what in hook.events:
        return change.what
    begins = change.wait is None
    return "waiting" if begins and "waiting" in hook.events else None
