"""Why a feed failed or was held back, and why entries were left out: one closed list that every language says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Self, TypeAlias

_LONGEST: Final = 200

Blank: TypeAlias = str | int | float


class FeedReasonCode(StrEnum):
    """A reason, and the blanks that its text leaves; the texts stand in the language files as `feed_reason.<code>`."""

    blanks: frozenset[str]

    def __new__(cls, name: str, *blanks: str) -> Self:
        """Make a member of its name and the names of its blanks."""
        code = str.__new__(cls, name)
        code._value_ = name
        code.blanks = frozenset(blanks)
        return code

    # Addresses that are not fetched.
    NOT_AN_ADDRESS = "not_an_address", "url"
    PASSWORD_IN_ADDRESS = "password_in_address"  # noqa: S105
    PRIVATE_ADDRESS = "private_address", "host"

    # What a server answers, or does not.
    UNKNOWN_HOST = "unknown_host", "host"
    NO_CONNECTION = "no_connection", "host"
    NOT_SECURE = "not_secure", "host"
    SILENT = "silent", "host"
    BROKEN_OFF = "broken_off", "host"
    NO_WEB_SERVER = "no_web_server", "host"
    GONE = "gone", "host", "status"
    NO_ENTRY = "no_entry", "host", "status"
    ASKED_TOO_OFTEN = "asked_too_often", "host"
    SERVER_TROUBLE = "server_trouble", "host", "status"
    OTHER_ANSWER = "other_answer", "host", "status"
    REDIRECT_NOWHERE = "redirect_nowhere", "host"
    REDIRECT_TO_HTTP = "redirect_to_http", "host"
    REDIRECTS = "redirects", "host", "most"

    # What is too much.
    TOO_SLOW = "too_slow", "seconds"
    TOO_LARGE = "too_large", "megabytes"
    TOO_MANY_PAGES = "too_many_pages", "most"

    # What cannot be unpacked or read.
    UNKNOWN_PACKING = "unknown_packing", "packing"
    PACKED_CUT_OFF = "packed_cut_off"
    PACKED_BROKEN = "packed_broken"
    EMPTY = "empty"
    WEB_PAGE = "web_page"
    NOT_JSON = "not_json"
    JSON_CUT_OFF = "json_cut_off"
    JSON_BROKEN = "json_broken", "line", "column"
    JSON_TOO_DEEP = "json_too_deep"
    JSON_WITHOUT_LIST = "json_without_list", "format", "key"
    JSON_NO_LIST = "json_no_list", "format"
    NOT_XML = "not_xml"
    XML_CUT_OFF = "xml_cut_off"
    XML_TAG = "xml_tag", "line", "column"
    XML_ENTITY = "xml_entity", "line", "column"
    XML_BROKEN = "xml_broken", "line", "column"
    XML_DEFINES_ENTITIES = "xml_defines_entities"
    XML_TOO_DEEP = "xml_too_deep", "most"
    XML_TOO_MANY = "xml_too_many", "most"
    XML_ROOT = "xml_root", "format", "found", "expected"
    TABLE_WITHOUT = "table_without", "column"
    TABLE_BROKEN = "table_broken", "line"
    TABLE_CELL = "table_cell", "line"
    UNKNOWN_FORMAT = "unknown_format", "formats"
    ONLY_ADDRESSES = "only_addresses"
    NONE_USABLE = "none_usable", "n"
    READER_ENDED = "reader_ended"
    NOT_KEPT = "not_kept"

    # A feed that was held back.
    SHRANK = "shrank", "offered", "standing"

    # Openings that were skipped.
    NO_ID = "no_id"
    NO_TITLE = "no_title"
    ID_TWICE = "id_twice", "id"
    PAST = "past", "day"

    # Notes: something was left out, or read otherwise than declared.
    NOTHING_OFFERED = "nothing_offered"
    CHARSET = "charset", "declared", "used"
    SCRIPT_BROKEN = "script_broken"
    PAGES_GONE = "pages_gone", "n"
    PAGES_ELSEWHERE = "pages_elsewhere", "n"
    PAGES_IN_FILE = "pages_in_file", "n"
    PLACES = "places", "n", "most"
    POSTED_UNCLEAR = "posted_unclear", "date"
    UNTIL_UNCLEAR = "until_unclear", "date"
    LINK = "link"
    APPLY_LINK = "apply_link"


@dataclass(frozen=True, slots=True)
class FeedReason:
    """A code with its blanks filled; `page` is the address that it is about when that is not the feed's own.

    Raise ValueError when other blanks are filled than the code has. Texts are cut and lose what cannot be printed.
    """

    code: FeedReasonCode
    params: Mapping[str, Blank] = field(default_factory=dict)
    page: str | None = None

    def __post_init__(self) -> None:
        """Check the blanks and tidy their texts."""
        if self.params.keys() != self.code.blanks:
            raise ValueError(f"{self.code} has the blanks {sorted(self.code.blanks)}, not {sorted(self.params)}")
        tidy = {name: _tidy(value) if isinstance(value, str) else value for name, value in self.params.items()}
        object.__setattr__(self, "params", tidy)

    def to_dict(self) -> dict[str, Any]:
        """Return it as it is stored.

        >>> FeedReason(FeedReasonCode.PAST, {"day": "2026-02-28"}).to_dict()
        {'code': 'past', 'params': {'day': '2026-02-28'}}
        """
        page = {} if self.page is None else {"page": _tidy(self.page)}
        return {"code": str(self.code), "params": dict(self.params)} | page


@dataclass(frozen=True, slots=True)
class Remark:
    """What was left out and why, of an opening ("" for one without a name) or of the whole feed (None)."""

    reason: FeedReason
    opening: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return {"opening": self.opening} | self.reason.to_dict()


class FeedError(ValueError):
    """A feed cannot be fetched or read at all; `reason` says why."""

    def __init__(self, code: FeedReasonCode, /, page: str | None = None, **params: Blank) -> None:
        self.reason = FeedReason(code, params, page)
        super().__init__(self.reason)

    def __str__(self) -> str:
        """Return the code and its blanks, for logs; people read it in their language."""
        return " ".join([self.reason.code, *(f"{name}={value}" for name, value in self.reason.params.items())])


def _tidy(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text[:_LONGEST]).split())
