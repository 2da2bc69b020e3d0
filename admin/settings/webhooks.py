"""Webhooks of the inbox: seen by a company's people with what was delivered, changed by operators."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import urlsplit

from aiohttp import web

from admin.actor import Actor
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from admin.forms import NAME_LIMIT, Form
from admin.pages import done, render
from admin.settings.saving import must_be_as_shown, upon
from admin.texts import Say
from admin.visit import FORM, Seat, operators_seat_of, path_id, seat_of
from network.addresses import AddressRefused, checked_url
from network.troubles import TroubleCode
from storage import Connection
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import Entry, NewEntry
from storage.outbox.webhooks import EVENTS, Receiver, Webhook, WebhookWish
from texts.cleaning import one_line

PAGE = "/admin/settings/webhooks"
URL_LIMIT = 2000
SHOWN = 50
"""Deliveries that the page shows."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A delivery in words; `hook` is the webhook's name, `why` the last reason that it was not taken."""

    entry: Entry
    hook: str
    event: str
    why: str


async def webhooks_page(request: web.Request) -> web.Response:
    """Show the company's webhooks, and what was delivered lately."""
    return await _show(request)


async def _show(request: web.Request, *, secret: str = "", secret_of: str = "") -> web.Response:
    seat = seat_of(request)
    hooks, entries = await seat.read(lambda conn: _read(conn, seat.company.id))
    names = {str(hook.id): hook.name for hook in hooks}
    log = [
        Delivered(each, names.get(each.recipient or "", "?"), (each.payload or {}).get("event", ""), _why(seat, each))
        for each in entries
    ]
    return render(
        request, "settings/webhooks.html", hooks=hooks, log=log, secret=secret, secret_of=secret_of, host_of=_host,
        shown_of=shown_of,
        events=EVENTS, receivers=get_args(Receiver), may_change=seat.is_operator,
        limits={"name": NAME_LIMIT, "url": URL_LIMIT}, address=PAGE,
    )  # fmt: skip


def _read(conn: Connection, company_id: int) -> tuple[list[Webhook], list[Entry]]:
    return webhooks.of_company(conn, company_id), outbox.of_kind(conn, company_id, "webhook", SHOWN)


async def add(request: web.Request) -> web.Response:
    """Add a webhook and show its secret, once."""
    seat, secret = operators_seat_of(request), _new_secret()
    wish = _wish(request[FORM], seat)

    def write(conn: Connection, actor: Actor) -> None:
        nothing = Undoable.begin(conn, actor)
        added = webhooks.add(conn, actor.company_id, wish, secret, actor.now)
        nothing.note("webhook_added", _row(added), webhook=wish.name, host=_host(wish.url))

    await seat.write(write)
    return await _show(request, secret=secret, secret_of=wish.name)


async def change(request: web.Request) -> web.Response:
    """Change what a webhook is told, where and in what form; an empty address leaves it as it was."""
    seat, hook_id, form = operators_seat_of(request), path_id(request), request[FORM]

    def write(conn: Connection, actor: Actor) -> None:
        before = webhooks.get(conn, actor.company_id, hook_id)
        wish = _merged(form, seat, before, _wish(form, seat, before))
        stood = Undoable.begin(conn, actor, **_row(hook_id))
        webhooks.change(conn, actor.company_id, hook_id, wish)
        said: dict[str, Any] = {"webhook": wish.name, "host": _host(wish.url), "events": ", ".join(wish.events)}
        stood.note("webhook_changed" if wish.enabled else "webhook_stopped", **said)

    await seat.write(write)
    raise done(PAGE, "webhook_saved")


async def remove(request: web.Request) -> web.Response:
    """Remove a webhook and its log."""
    seat, hook_id, form = operators_seat_of(request), path_id(request), request[FORM]

    def write(conn: Connection, actor: Actor) -> None:
        stands = webhooks.get(conn, actor.company_id, hook_id)
        must_be_as_shown(form, shown_of(stands), _in_words(seat, stands))
        stood = Undoable.begin(conn, actor, **_row(hook_id))
        webhooks.remove(conn, actor.company_id, hook_id)
        stood.note("webhook_removed", webhook=stands.name)

    await seat.write(write)
    raise done(PAGE, "webhook_removed")


async def renew_secret(request: web.Request) -> web.Response:
    """Give a webhook another secret and show it, once."""
    seat, hook_id, secret = operators_seat_of(request), path_id(request), _new_secret()

    def write(conn: Connection, actor: Actor) -> str:
        webhooks.set_secret(conn, actor.company_id, hook_id, secret)
        name = webhooks.get(conn, actor.company_id, hook_id).name
        actor.note(conn, "webhook_secret", webhook=name)
        return name

    name = await seat.write(write)
    return await _show(request, secret=secret, secret_of=name)


async def test(request: web.Request) -> web.Response:
    """Queue a test, which goes out like everything else."""
    seat, hook_id = operators_seat_of(request), path_id(request)

    def write(conn: Connection, actor: Actor) -> None:
        name = webhooks.get(conn, actor.company_id, hook_id).name
        new = NewEntry("webhook", recipient=str(hook_id), payload={"event": "test"})
        outbox.put(conn, actor.company_id, new, actor.now)
        actor.note(conn, "webhook_tested", webhook=name)

    await seat.write(write)
    raise done(PAGE, "webhook_tested")


async def send_again(request: web.Request) -> web.Response:
    """Queue a delivery once more, under the same number."""
    seat, entry_id = operators_seat_of(request), path_id(request)

    def write(conn: Connection, actor: Actor) -> None:
        entry = outbox.send_again(conn, actor.company_id, "webhook", entry_id, actor.now)
        name = webhooks.get(conn, actor.company_id, int(entry.recipient or 0)).name
        actor.note(conn, "webhook_sent_again", webhook=name, delivery=entry_id)

    await seat.write(write)
    raise done(f"{PAGE}#log", "webhook_sent_again")


def _row(hook_id: int) -> Scope:
    return {"others": {"webhook": [hook_id]}}


def _wish(form: Form, seat: Seat, before: Webhook | None = None) -> WebhookWish:
    url = form.text("webhook_url", URL_LIMIT, required=before is None) or (before.url if before else "")
    receiver = next((each for each in get_args(Receiver) if each == form.text("receiver", 16, required=False)), None)
    events = tuple(each for each in EVENTS if each in form.many("events"))
    if receiver is None:
        raise web.HTTPBadRequest
    if not events:
        raise DeskError("webhook_events")
    name = one_line(form.text("webhook_name", NAME_LIMIT))
    return WebhookWish(name, _checked(url, seat), receiver, events, before is None or form.flag("enabled"))


def _merged(form: Form, seat: Seat, before: Webhook, wish: WebhookWish) -> WebhookWish:
    """What the form changes of what its page showed; raises DeskError where somebody has changed the same since."""
    new = upon(form, shown_of(before), shown_of(wish), _in_words(seat, before))
    url = wish.url if new["url"] == shown_of(wish)["url"] else before.url
    receiver = next(each for each in get_args(Receiver) if each == new["receiver"])
    events = tuple(each for each in EVENTS if each in new["events"].split())
    return WebhookWish(new["name"], url, receiver, events, bool(new["enabled"]))


def _in_words(seat: Seat, hook: Webhook) -> dict[str, str]:
    """Say what a page shows of a webhook and is no words."""
    told = seat.say.listed(seat.say(f"told_event.{event}") for event in hook.events)
    said = {"url": _host(hook.url), "receiver": seat.say(f"receiver.{hook.receiver}"), "events": told}
    return said | {"enabled": seat.say("webhooks.on" if hook.enabled else "webhooks.off")}


def shown_of(hook: WebhookWish | Webhook) -> dict[str, str]:
    """Return what a page shows of a webhook, its address as a digest: the rest of it is often a key."""
    url = hashlib.sha256(hook.url.encode()).hexdigest()[:16]
    enabled = "on" if hook.enabled else ""
    return {
        "name": hook.name,
        "url": url,
        "receiver": hook.receiver,
        "events": " ".join(hook.events),
        "enabled": enabled,
    }


def _checked(url: str, seat: Seat) -> str:
    try:
        return checked_url(url, seat.desk.webhook_hosts)
    except AddressRefused as error:
        private = error.code == TroubleCode.PRIVATE_ADDRESS
        raise DeskError("webhook_private", host=_host(url)) if private else DeskError("webhook_address") from None


def _host(url: str) -> str:
    """Where it goes: the rest of the address is often a key."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


def _why(seat: Seat, entry: Entry) -> str:
    return why_in_words(seat.say, entry.error) if entry.error else ""


def why_in_words(say: Say, error: str) -> str:
    """Say why something was not taken; what has no words here is shown as it is."""
    code, _, detail = error.partition(" ")
    key = f"delivery_error.{code}"
    return say(key, detail=detail) if say.has(key) else error


ROUTES = [
    web.get("/settings/webhooks", webhooks_page),
    web.post("/settings/webhooks", add),
    web.post(r"/settings/webhooks/{id:\d+}", change),
    web.post(r"/settings/webhooks/{id:\d+}/remove", remove),
    web.post(r"/settings/webhooks/{id:\d+}/secret", renew_secret),
    web.post(r"/settings/webhooks/{id:\d+}/test", test),
    web.post(r"/settings/webhooks/deliveries/{id:\d+}/again", send_again),
]
