"""What a company may want of applications, checked."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

import click

from bot.applications.offers import is_webhook
from network.addresses import AddressRefused, checked_url
from storage.applications.applications import ApplySetting, InvalidApplySetting
from texts.mail_addresses import InvalidAddress, checked
from texts.web_addresses import is_web_page

_REFERENCE = re.compile(r"[\w.~%-]+=[\w.~%-]*(&[\w.~%-]+=[\w.~%-]*)*", re.ASCII)
_REFUSED: Final = {
    "reference": "{value!r} is no reference: write name=value, such as ref=candor",
    "privacy": "candidates must read how their data is used: name the page with --privacy-url",
    "web_address": "{value!r} is not a web address",
    "no_mail": "mail.smtp_host is not set: set it, or deliver to a URL",
    "private": "{value!r} is no public address: a URL without a password, or a host of webhooks.allow_hosts",
    "receiver": "{value!r} is neither an e-mail address nor a URL",
}


def refused(error: InvalidApplySetting) -> click.UsageError:
    """Return the error with which a command says in one line what cannot work."""
    return click.UsageError(_REFUSED[error.code].format(value=error.value))


def checked_setting(wanted: ApplySetting, *, mails: bool) -> ApplySetting:
    """Return the setting with empty texts as None; raise InvalidApplySetting for one that cannot work."""
    deliver_to, privacy = (wanted.deliver_to or "").strip() or None, (wanted.privacy_url or "").strip() or None
    if wanted.reference and not _REFERENCE.fullmatch(wanted.reference):
        raise InvalidApplySetting("reference", wanted.reference)
    if deliver_to is not None:
        deliver_to = _receiver(deliver_to, mails)
        if privacy is None:
            raise InvalidApplySetting("privacy")
    if privacy is not None and not is_web_page(privacy):
        raise InvalidApplySetting("web_address", privacy)
    return replace(wanted, deliver_to=deliver_to, privacy_url=privacy, secret=wanted.secret or None)


def check_where(deliver_to: str, allowed: Collection[str]) -> None:
    """Raise InvalidApplySetting for a URL that is not posted to: of its names those are known that are never public."""
    try:
        if is_webhook(deliver_to):
            checked_url(deliver_to, allowed)
    except AddressRefused:
        raise InvalidApplySetting("private", deliver_to) from None


def _receiver(deliver_to: str, mails: bool) -> str:
    if is_webhook(deliver_to):
        if not is_web_page(deliver_to):
            raise InvalidApplySetting("web_address", deliver_to)
        return deliver_to
    if not mails:
        raise InvalidApplySetting("no_mail")
    try:
        return checked(deliver_to).value
    except InvalidAddress:
        raise InvalidApplySetting("receiver", deliver_to) from None
