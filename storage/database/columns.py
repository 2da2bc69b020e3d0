"""Column types that behave the same on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, Text, TypeDecorator

from storage.database.errors import InvalidText

# SQLite numbers rows by itself only when the key's type is exactly INTEGER.
Id = BigInteger().with_variant(Integer(), "sqlite")
Json = JSON(none_as_null=True)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime, always handed back in UTC; naive ones are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the same moment in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("storage takes aware datetimes only: use datetime.now(UTC)")
        return value if value.tzinfo is UTC else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment as an aware UTC datetime (SQLite hands back the naive UTC it was given)."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Text that people type: what PostgreSQL cannot keep is refused on SQLite as well."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text; raise InvalidText for a NUL or a lone surrogate."""
        if value is not None and not storable(value):
            raise InvalidText("This text holds a character that cannot be stored (NUL or a lone surrogate): remove it.")
        return value


def storable(value: str) -> bool:
    r"""Whether both databases can keep this text.

    >>> storable("Wie viel verdiene ich? 😀"), storable("a\x00b"), storable("\ud83d")
    (True, False, False)
    """
    if value.isascii():
        return "\0" not in value
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in value
