"""CSV with a header line: comma, semicolon or tab; the columns are described in docs/openings.md."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Final

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.markup import refuse_no_feed
from openings.feeds.money import salary, salary_in_words
from openings.feeds.reasons import FeedError, FeedReasonCode
from storage.openings.openings import Contact, Place, Salary

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "id": ("external_id", "reference", "referencenumber", "kennung", "stellennummer"),
    "title": ("name", "titel", "intitulé"),
    "description": ("text", "beschreibung"),
    "language": ("sprache", "langue"),
    "city": ("ort", "stadt", "ville"),
    "region": ("state", "bundesland"),
    "country": ("land", "pays"),
    "location": ("locations", "standort", "standorte", "lieu"),
    "work_mode": ("remote", "arbeitsort"),
    "employment_type": ("type", "jobtype", "beschäftigung", "vertragsart"),
    "level": ("seniority", "ebene"),
    "department": ("category", "abteilung"),
    "salary": ("gehalt",),
    "salary_min": (),
    "salary_max": (),
    "salary_currency": ("currency", "währung"),
    "salary_unit": ("unit",),
    "contact_name": ("contact", "kontakt"),
    "contact_email": ("email",),
    "contact_phone": ("phone", "telefon"),
    "url": ("link",),
    "apply_url": ("apply",),
    "posted": ("date", "datum"),
    "valid_through": ("expires", "expirationdate", "bewerbungsfrist"),
}
_NAMES: Final = {name: column for column, others in COLUMNS.items() for name in (column, *others)}
_REQUIRED: Final = ("id", "title")
_LARGEST_CELL: Final = 1_000_000


def parse(document: FeedDocument) -> Parsed:
    """Return an opening a row; raise FeedError without the columns `id` and `title` or for a broken row."""
    refuse_no_feed(document.text)
    csv.field_size_limit(_LARGEST_CELL)
    rows = csv.reader(io.StringIO(document.text, newline=""), delimiter=_delimiter(document.text), strict=True)
    try:
        header = [_NAMES.get(name.strip().lower().replace(" ", "_"), "") for name in next(rows, [])]
        missing = next((name for name in _REQUIRED if name not in header), None)
        if missing is not None:
            raise FeedError(FeedReasonCode.TABLE_WITHOUT, column=missing)
        return Parsed(tuple(_draft(dict(zip(header, row, strict=False))) for row in rows if any(row)))
    except csv.Error as error:
        code = FeedReasonCode.TABLE_CELL if "field larger" in str(error) else FeedReasonCode.TABLE_BROKEN
        raise FeedError(code, line=rows.line_num) from None


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _draft(row: Mapping[str, str]) -> OpeningDraft:
    cell = {name: value.strip() for name, value in row.items()}
    return OpeningDraft(
        external_id=cell.get("id"),
        title=cell.get("title"),
        description=cell.get("description", ""),
        language=cell.get("language"),
        places=(Place(cell.get("city"), cell.get("region"), cell.get("country")),),
        locations=tuple(filter(None, [cell.get("location")])),
        work_mode=(cell.get("work_mode"), cell.get("location")),
        employment=(cell.get("employment_type"),),
        level=(cell.get("level"),),
        department=cell.get("department"),
        salary=_salary(cell),
        contact=_contact(cell),
        url=cell.get("url"),
        apply_url=cell.get("apply_url"),
        posted=cell.get("posted"),
        valid_through=cell.get("valid_through"),
    )


def _salary(cell: Mapping[str, str]) -> Salary | None:
    told = salary(*(cell.get(f"salary_{name}") for name in ("min", "max", "currency", "unit")))
    return told or salary_in_words(cell.get("salary", ""))


def _contact(cell: Mapping[str, str]) -> Contact | None:
    found = [cell.get(f"contact_{name}") or None for name in ("name", "email", "phone")]
    return Contact(*found) if any(found) else None
