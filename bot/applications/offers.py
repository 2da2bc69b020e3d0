"""How one applies to a company: what it wants, as far as it can be done."""

from __future__ import annotations

from openings.links import WayToApply
from storage.applications.applications import ApplySetting


def offer_of(wanted: ApplySetting, *, mails: bool) -> WayToApply:
    """Return how one applies: in the chat only where it can be delivered (by mail, where that is sent) and says why."""
    deliverable = bool(wanted.deliver_to) and (is_webhook(wanted.deliver_to) or mails)
    return WayToApply(wanted.reference, deliverable and wanted.privacy_url is not None)


def is_webhook(deliver_to: str | None) -> bool:
    """Tell whether applications are posted, not mailed.

    >>> is_webhook("https://a.example/in"), is_webhook("jobs@a.example")
    (True, False)
    """
    return (deliver_to or "").startswith(("https://", "http://"))
