"""What the review queue shows: the list, one question, and the forms to correct or answer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from aiohttp import web

from admin.dataset.alike import alike
from admin.figures import figures
from admin.forms import ANSWER_LIMIT, NAME_LIMIT, one_line
from admin.pages import render
from admin.reviews import picker
from admin.reviews.items import Item, item, with_answers
from admin.visit import path_id, query_number, seat_of
from storage import Connection, dataset, review_groups, reviews
from storage.answer_versions import AnswerVersion
from storage.reviews import Scope, Status

PAGE = 25
Order = Literal["newest", "often"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which reviews are listed: from below the number `before`, or, those asked most first, after `skip` ones."""

    status: Status
    scope: Scope
    order: Order
    before: int | None
    skip: int


async def queue_page(request: web.Request) -> web.Response:
    """Show questions, newest first; `status`, `scope` and `before` (a review's number) choose which."""
    seat, query, before = seat_of(request), request.query, query_number(request, "before")
    status = cast(Status, query["status"]) if query.get("status") in get_args(Status) else "pending"
    scope = cast(Scope, query["scope"]) if query.get("scope") in get_args(Scope) else "questions"
    order: Order = "often" if query.get("order") == "often" and status == "pending" and scope != "audit" else "newest"
    skip = query_number(request, "skip") or 0
    chosen = Chosen(status, scope, order, before, skip)
    items, counts = await seat.read(lambda conn: _page(conn, seat.company.id, chosen))
    audited = await seat.read(lambda conn: reviews.counts(conn, seat.company.id, scope="audit"))
    return render(
        request,
        "reviews/queue.html",
        items=items[:PAGE],
        older=items[PAGE - 1].review.id if len(items) > PAGE else None,
        counts=counts,
        shown=status,
        scope=scope,
        scopes=[each for each in get_args(Scope) if each != "audit" or scope == each or any(audited.values())],
        order=order,
        skip=skip + PAGE,
        paged=before is not None or skip > 0,
        figures=await figures(request),
    )


def _page(conn: Connection, company_id: int, chosen: Chosen) -> tuple[list[Item], dict[str, int]]:
    scope, counts = chosen.scope, reviews.counts(conn, company_id, scope=chosen.scope)
    if scope != "audit":
        counts["pending"] = review_groups.count(conn, company_id, questions_only=scope == "questions")
    if chosen.order == "often":
        found = reviews.asked_most(conn, company_id, scope=scope, skip=chosen.skip, limit=PAGE + 1)
    else:
        found = reviews.queue(conn, company_id, status=chosen.status, scope=scope, before=chosen.before, limit=PAGE + 1)
    return with_answers(conn, company_id, found), counts


async def figures_part(request: web.Request) -> web.Response:
    """Return the strip of figures anew."""
    return render(request, "figures.html", figures=await figures(request))


async def item_page(request: web.Request) -> web.Response:
    """Show one question."""
    return render(request, "reviews/one.html", item=await shown_item(request), late=False)


async def correct_page(request: web.Request) -> web.Response:
    """Show the categories to choose from."""
    seat, shown = seat_of(request), await shown_item(request)
    found = await alike(seat, shown.review.decision.language, shown.review.question, category_id=None)
    return await _picker(request, "reviews/correct.html", alike=found, category_id=None)


async def choices_part(request: web.Request) -> web.Response:
    """Return the categories that match what was typed."""
    return await _picker(request, "reviews/choices.html")


async def _picker(request: web.Request, template: str, **more: Any) -> web.Response:
    seat, search = seat_of(request), one_line(request.query.get("q", ""))[:NAME_LIMIT]
    shown = await shown_item(request)
    choices = await seat.read(lambda conn: picker.choices(conn, seat.company.id, shown.review, search))
    return render(request, template, item=shown, choices=choices, search=search, limit=ANSWER_LIMIT, **more)


async def preview_part(request: web.Request) -> web.Response:
    """Return the answer and some examples of the chosen category."""
    seat, name, shown = seat_of(request), request.query.get("category", ""), await shown_item(request)
    language = shown.review.decision.language
    preview = await seat.read(lambda conn: picker.preview(conn, seat.company.id, name, language))
    if preview is None:
        raise web.HTTPNotFound
    return render(request, "reviews/preview.html", preview=preview, item=shown, limit=ANSWER_LIMIT)


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What stands in the form for an own answer; `stands` is what it would replace as the category's answer."""

    reply: str = ""
    save_as: str = ""
    stands: AnswerVersion | None = None


async def answer_page(request: web.Request) -> web.Response:
    """Show the form for an answer in the recruiter's own words."""
    return await show_answer_form(request, AnswerForm())


async def show_answer_form(request: web.Request, typed: AnswerForm, *, status: int = 200) -> web.Response:
    """Show the form with what was typed; what it would replace comes into the question's panel."""
    seat, item = seat_of(request), await shown_item(request)
    known = await seat.read(lambda conn: dataset.categories(conn, seat.company.id))
    headers = {"HX-Retarget": f"#panel-{item.review.id}", "HX-Reswap": "innerHTML"} if typed.stands else {}
    given = {"item": item, "known": known, "typed": typed, "limit": ANSWER_LIMIT}
    return render(request, "reviews/answer.html", status=status, headers=headers, **given)


async def shown_item(request: web.Request) -> Item:
    """Return the question that the path names; raises NotFound."""
    seat, review_id = seat_of(request), path_id(request)
    return await seat.read(lambda conn: item(conn, seat.company.id, review_id))


ROUTES = [
    web.get("/", queue_page),
    web.get("/figures", figures_part),
    web.get(r"/reviews/{id:\d+}", item_page),
    web.get(r"/reviews/{id:\d+}/correct", correct_page),
    web.get(r"/reviews/{id:\d+}/choices", choices_part),
    web.get(r"/reviews/{id:\d+}/preview", preview_part),
    web.get(r"/reviews/{id:\d+}/answer", answer_page),
]
