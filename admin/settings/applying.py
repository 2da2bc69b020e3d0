"""How candidates apply, as the fields of a form, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from admin.desk import Desk
from admin.errors import DeskError
from admin.settings.kinds import whole
from network.addresses import AddressRefused, checked_url
from network.troubles import TroubleCode
from storage import Connection
from storage.applications import applications
from storage.applications.applications import ApplySetting, InvalidApplySetting

LIMITS: Final[Mapping[str, int]] = {
    "apply_reference": 500, "apply_deliver_to": 2000, "apply_secret": 200, "apply_keep_days": 10,
    "apply_privacy_url": 2000,
}  # fmt: skip
"""How many characters each field takes. The secret is no value of the form: nobody is ever shown it."""
NAMES: Final = tuple(name for name in LIMITS if name != "apply_secret")
KEPT_BY_ITSELF: Final = str(ApplySetting().keep_days)
_DAYS: Final = whole(1, 365)
_REFUSED: Final = {
    "reference": "apply_reference",
    "privacy": "apply_privacy",
    "web_address": "web_address",
    "no_mail": "apply_no_mail",
    "receiver": "apply_receiver",
}


def values_of(setting: ApplySetting) -> dict[str, str]:
    """Return what stands in the fields.

    >>> values_of(ApplySetting("ref=candor"))["apply_keep_days"]
    '14'
    """
    return {name: str(getattr(setting, name.removeprefix("apply_")) or "") for name in NAMES}


def keep(conn: Connection, desk: Desk, company_id: int, values: Mapping[str, str], secret: str | None = None) -> None:
    """Keep what the fields say; raises DeskError. The secret stays where none is given; an empty one removes it."""
    for name, value in values.items():
        if len(value) > LIMITS[name]:
            raise DeskError("field_long", field=name, n=LIMITS[name])
    before = applications.setting(conn, company_id)
    wanted = replace(
        before,
        reference=values["apply_reference"],
        deliver_to=values["apply_deliver_to"] or None,
        keep_days=_days(values["apply_keep_days"] or KEPT_BY_ITSELF),
        privacy_url=values["apply_privacy_url"] or None,
        secret=before.secret if secret is None else secret,
    )
    checked = _checked(desk, wanted)
    if checked.deliver_to != before.deliver_to:
        _check_where(desk, checked.deliver_to or "")
    applications.put_setting(conn, company_id, checked)


def _days(typed: str) -> int:
    try:
        return int(_DAYS.read(typed))
    except DeskError as error:
        params: dict[str, Any] = {"field": "apply_keep_days", **error.params}
        raise DeskError(error.code, **params) from None


def _checked(desk: Desk, wanted: ApplySetting) -> ApplySetting:
    try:
        return desk.apply_setting(wanted)
    except InvalidApplySetting as error:
        raise DeskError(_REFUSED[error.code], value=error.value, address=error.value) from None


def _check_where(desk: Desk, deliver_to: str) -> None:
    """Refuse a URL that hides a password or leads into the house: what the desk posts to is as webhooks have it."""
    try:
        if "://" in deliver_to:
            checked_url(deliver_to, desk.webhook_hosts)
    except AddressRefused as error:
        private = error.code == TroubleCode.PRIVATE_ADDRESS
        raise DeskError("webhook_private", host=deliver_to) if private else DeskError("webhook_address") from None
