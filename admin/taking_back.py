"""How an entry of the history is taken back, and, where it cannot be, why not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from admin import switching
from admin.actor import Actor
from admin.dataset import undoing
from admin.dataset.undoing import State, first_action
from admin.errors import DeskError
from admin.openings.sources import FILE
from admin.settings import undoing as settings_undoing
from admin.visit import Seat
from storage import Connection
from storage.people.audit import AuditEntry

_OPERATORS: Final = ("webhook_added", "webhook_changed", "webhook_stopped", "webhook_removed")
"""What was done of it only operators take back, as only they may do it."""

NEVER: Final[Mapping[str, str]] = {
    action: reason
    for reason, actions in {
        "changes_nothing": (
            "login", "retrain_asked", "detector_asked", "annotations_exported", "webhook_tested", "feed_fetch_asked",
            "override_asked", "override_withdrawn",
        ),
        "was_sent": ("answer_sent", "replied", "review_answered", "webhook_sent_again", "applications_tried"),
        "in_conversation": (
            "conversation_taken_over", "conversation_handed_back", "conversation_resolved", "conversation_reopened",
            "conversation_assigned", "conversation_unassigned", "conversation_escalated", "conversation_given",
        ),
        "on_models": (
            "rolled_back", "gate_overridden", "gate_overridden_by_two", "canary_begun", "canary_ended",
            "canary_promoted", "canary_held_its_own", "canary_was_worse", "anchor_pinned", "anchor_unpinned",
            "accuracy_floor_set", "accuracy_floor_removed",
        ),
        "on_detectors": (
            "detector_rolled_back", "detector_overridden", "detector_retired", "detector_promoted", "detector_blocked",
        ),
        "on_its_page": ("breakdown_right", "breakdown_false_alarm", "told_by_mail"),
        "sample": ("annotations_drawn", "sample_drawn", "promise_drawn", "promise_concluded", "promise_given_up"),
        "secret": (
            "webhook_secret", "apply_secret_set", "apply_secret_replaced", "apply_secret_removed", "identity_secret",
            "password_changed", "password_reset",
        ),
        "erased": ("erased",),
        "restored": ("restored",),
        "with_import": ("answers_changed", "answers_put_back"),
        "company": ("company_added",),
        "dialogues": ("dialogues_imported",),
        "import_accepted": ("import_accepted",),
        "judge_again": ("review_undone",),
    }.items()
    for action in actions
}  # fmt: skip
"""Why what can never be taken back cannot be: `undo_not.<reason>` says it."""


def states(conn: Connection, seat: Seat, entries: Sequence[AuditEntry], shown: Collection[int]) -> dict[int, State]:
    """Return which of these entries, newest first, this person can take back and which were, of those `shown`.

    The others may tell of what was changed again since.
    """
    others = settings_undoing.can_be_undone(conn, seat, entries) | switching.can_be_undone(conn, seat, entries)
    can: dict[int, State] = dict.fromkeys(others & set(shown), "can")
    looked_at = [entry for entry in entries if entry.id in shown]
    theirs = [entry for entry in looked_at if seat.is_operator or first_action(entry) not in _OPERATORS]
    return {**undoing.states(conn, seat.company.id, theirs), **can}


def why_not(seat: Seat, entry: AuditEntry) -> str:
    """Say why an entry that has no state cannot be taken back."""
    return seat.say(f"undo_not.{_reason(seat, entry)}")


def _reason(seat: Seat, entry: AuditEntry) -> str:
    action = first_action(entry)
    if action in NEVER:
        return NEVER[action]
    if action in _OPERATORS:
        return "forgotten" if seat.is_operator else "operators"
    if action == settings_undoing.CHANGED:
        return settings_undoing.why_not(seat, str(entry.detail["setting"]))
    if action in switching.SWITCHED:
        return _why_not_switched(seat, entry)
    return "changed_since" if action in undoing.JUDGED else "no_copy"


def _why_not_switched(seat: Seat, entry: AuditEntry) -> str:
    if str(entry.detail.get("url")).startswith(FILE):
        return "file"
    return "changed_since" if seat.is_operator or "email" not in entry.detail else "operators_or_changed"


def undo(conn: Connection, actor: Actor, seat: Seat, entry: AuditEntry) -> None:
    """Take back what an entry tells of; raises NotFound, and DeskError that says what stands in the way."""
    if entry.action == settings_undoing.CHANGED:
        settings_undoing.undo(conn, actor, seat, entry)
    elif entry.action in switching.SWITCHED:
        switching.undo(conn, actor, seat, entry)
    elif first_action(entry) in _OPERATORS and not seat.is_operator:
        raise DeskError("undo_switched", status=409)
    else:
        undoing.undo(conn, actor, entry.id)
