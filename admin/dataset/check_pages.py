"""The page that shows what is wrong or worth a look in a company's questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from aiohttp import web

from admin.dataset.pages import chosen_language
from admin.desk import DESK
from admin.newest import Newest
from admin.pages import render
from admin.settling import ABOUT_LIMIT, NOTE_LIMIT
from admin.texts import Say
from admin.visit import is_fragment, seat_of
from storage import Connection
from storage.dataset import categories, settled_findings
from storage.dataset.settled_findings import Settled
from training.aside import aside
from training.data_check import DataFinding, Sentence, words
from training.data_check.check import check_with
from training.data_check.keys import DATA_CHECK
from training.data_check.stored import answered_in, questions_of, still_standing

SHOWN = 25
SETTLED_SHOWN = 100
CHECKS: web.AppKey[Newest[list[DataFinding]]] = web.AppKey("CHECKS")
_OF_CATEGORIES: Final = {"category", "other", "suggested", "a", "b"}
"""What findings call categories in their words."""


@dataclass(frozen=True, slots=True)
class ShownDataFinding:
    """One finding in words, with the stored examples and the categories that it is about.

    `tick` is what settles it, empty where nobody can: an error is never fine.
    """

    line: str
    tick: str
    sentences: Sequence[Sentence]
    categories: Sequence[tuple[int, str]]
    move_to: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class DataFindingGroup:
    """All findings of one kind, the first `SHOWN` of them in words."""

    title: str
    advice: str
    is_error: bool
    count: int
    shown: Sequence[ShownDataFinding]


async def check_page(request: web.Request) -> web.Response:
    """Show the findings of one language; while they are looked for, the page asks again and is told to wait."""
    seat, language = seat_of(request), chosen_language(request, seat_of(request))
    answered = await seat.read(lambda conn: answered_in(conn, seat.company.id, language))
    reference = request.app[DESK].reference

    async def find() -> list[DataFinding]:
        sentences, _ = await seat.read(lambda conn: questions_of(conn, seat.company.id, language))
        return await aside(check_with, sentences, language, reference, answered)

    key, state = (seat.company.id, language), (seat.company.dataset_revision, answered)
    checked = request.app[CHECKS].look(key, state, find, again=not is_fragment(request))
    if checked.is_running and is_fragment(request):
        return web.Response(status=204)
    findings, ids, settled = await seat.read(lambda conn: _read(conn, seat.company.id, checked.value or ()))
    fine = [(settled[finding.key], _shown(seat.say, finding, ids)) for finding in findings if finding.key in settled]
    return render(
        request,
        "dataset/check.html",
        language=language,
        checked=checked,
        kinds=kinds_of(seat.say, [finding for finding in findings if finding.key not in settled], ids),
        fine=fine,
        fine_shown=SETTLED_SHOWN,
        kind_of_finding=DATA_CHECK,
        note_limit=NOTE_LIMIT,
    )


def _read(
    conn: Connection, company_id: int, findings: Sequence[DataFinding]
) -> tuple[list[DataFinding], Mapping[str, int], Mapping[str, Settled]]:
    ids = categories.numbers(conn, company_id)
    return still_standing(conn, company_id, findings), ids, settled_findings.of_kind(conn, company_id, DATA_CHECK)


def kinds_of(say: Say, findings: Sequence[DataFinding], ids: Mapping[str, int]) -> list[DataFindingGroup]:
    """Put findings into words, grouped by kind; `ids` are those of the categories by name."""
    kinds = []
    for code, group in groupby(findings, key=lambda finding: finding.code):
        of_kind = list(group)
        shown = [_shown(say, finding, ids) for finding in of_kind[:SHOWN]]
        title, advice = words.title(code, say.language), words.advice(code, say.language)
        kinds.append(DataFindingGroup(title, advice, of_kind[0].level == "error", len(of_kind), shown))
    return kinds


def _shown(say: Say, finding: DataFinding, ids: Mapping[str, int]) -> ShownDataFinding:
    intent, suggested = f"intent.{finding.params.get('intent')}", str(finding.params.get("suggested", ""))
    named = {name: say.named(str(finding.params[name])) for name in _OF_CATEGORIES & finding.params.keys()}
    named |= {"categories": say.listed(map(say.named, finding.categories))}
    named |= {"intent": say(intent)} if say.has(intent) else {}
    about = finding.sentences[0].text if finding.sentences else say.listed(map(say.named, finding.categories))
    return ShownDataFinding(
        words.line(finding, say.language, **named),
        f"{finding.key} {about[:ABOUT_LIMIT]}" if finding.level == "note" else "",
        finding.sentences,
        [(ids[name], say.named(name)) for name in finding.categories if name in ids],
        (ids[suggested], say.named(suggested)) if suggested in ids else None,
    )


ROUTES = [web.get("/dataset/check", check_page)]
