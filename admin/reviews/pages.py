"""What the review queue shows: the list, one question, and the forms to correct or answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import urlencode

from aiohttp import web

from admin.dataset.alike import alike
from admin.figures import figures
from admin.forms import ANSWER_LIMIT, NAME_LIMIT
from admin.pages import render
from admin.reviews import picker, together
from admin.reviews.filters import ORDERS, OUTCOMES, STATUSES, WORDS_LIMIT, ReviewFilter
from admin.reviews.items import Item, is_given, item, with_answers
from admin.reviews.together import ReviewVerdict
from admin.visit import QUEUE, path_id, query_number, seat_of
from storage import Connection
from storage.answers.answer_versions import AnswerVersion
from storage.dataset import categories, dataset
from storage.reviews import reviews
from storage.reviews.review_narrowing import narrowed
from storage.reviews.reviews import Scope
from texts.cleaning import one_line

PAGE = 20


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A page of the queue: its items, how many reviews there are of each status, and the next page's address.

    `categories` are those that the questions may be about.
    """

    filter: ReviewFilter
    items: Sequence[Item]
    counts: Mapping[str, int]
    categories: Sequence[str]
    is_first: bool
    next_page: str = ""


async def queue_page(request: web.Request) -> web.Response:
    """Show questions, newest first or those asked most; the address says which, and from which one on."""
    seat, wanted = seat_of(request), ReviewFilter.read(request.query)
    before, skip = query_number(request, "before"), query_number(request, "skip") or 0
    listing = await seat.read(lambda conn: _listing(conn, seat.company.id, wanted, before, skip))
    audited = await seat.read(lambda conn: reviews.counts(conn, seat.company.id, scope="audit"))
    judged = await seat.read(
        lambda conn: together.judged_together(conn, seat.company.id, request.query.get("judged", ""))
    )
    return render(
        request,
        "reviews/queue.html",
        listing=listing,
        chosen=wanted,
        scopes=[each for each in get_args(Scope) if each != "audit" or wanted.scope == each or any(audited.values())],
        judged=judged,
        statuses=STATUSES,
        orders=ORDERS,
        outcomes=OUTCOMES,
        verdicts=get_args(ReviewVerdict),
        limit=WORDS_LIMIT,
        figures=await figures(request),
    )


def _listing(conn: Connection, company_id: int, wanted: ReviewFilter, before: int | None, skip: int) -> ReviewPage:
    its: dict[str, Any] = {"scope": wanted.scope, "within": narrowed(conn, company_id, wanted.narrowing)}
    if wanted.order == "often":
        found = reviews.asked_most(conn, company_id, **its, skip=skip, limit=PAGE + 1)
        after = {"skip": str(skip + PAGE)}
    else:
        found = reviews.queue(conn, company_id, **its, status=wanted.status, before=before, limit=PAGE + 1)
        after = {"before": str(found[PAGE - 1].id)} if len(found) > PAGE else {}
    return ReviewPage(
        wanted,
        with_answers(conn, company_id, found[:PAGE]),
        reviews.counts(conn, company_id, **its),
        list(categories.numbers(conn, company_id)),
        is_first=before is None and not skip,
        next_page=f"{QUEUE}?{urlencode(wanted.given | after)}" if len(found) > PAGE else "",
    )


async def figures_part(request: web.Request) -> web.Response:
    """Return the strip of figures anew."""
    return render(request, "figures.html", figures=await figures(request))


async def statuses_part(request: web.Request) -> web.Response:
    """Return anew how many questions there are of each status, of those that the address asks for."""
    seat, wanted = seat_of(request), ReviewFilter.read(request.query)

    def count(conn: Connection) -> Mapping[str, int]:
        within = narrowed(conn, seat.company.id, wanted.narrowing)
        return reviews.counts(conn, seat.company.id, scope=wanted.scope, within=within)

    counts = await seat.read(count)
    return render(request, "reviews/statuses.html", chosen=wanted, statuses=STATUSES, counts=counts)


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
    choices = await seat.read(lambda conn: picker.choices(conn, seat.company.id, shown.review, search, seat.say))
    return render(request, template, item=shown, choices=choices, search=search, limit=ANSWER_LIMIT, **more)


async def preview_part(request: web.Request) -> web.Response:
    """Return the answer and some examples of the chosen category."""
    seat, name, shown = seat_of(request), request.query.get("category", ""), await shown_item(request)
    language = shown.review.decision.language
    preview = await seat.read(lambda conn: picker.preview(conn, seat.company, name, language))
    if preview is None:
        raise web.HTTPNotFound
    given = await seat.read(lambda conn: is_given(conn, shown, preview.answer))
    return render(request, "reviews/preview.html", preview=preview, given=given, item=shown, limit=ANSWER_LIMIT)


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
    dated = typed.stands.answer if typed.stands else None
    if dated and dated.kept_back(seat.company.day(seat.desk.now())):
        dated = None
    headers = {"HX-Retarget": f"#panel-{item.review.id}", "HX-Reswap": "innerHTML"} if typed.stands else {}
    return render(
        request,
        "reviews/answer.html",
        status=status,
        headers=headers,
        item=item,
        known=known,
        typed=typed,
        dated=dated,
        limit=ANSWER_LIMIT,
    )


async def shown_item(request: web.Request) -> Item:
    """Return the question that the path names; raises NotFound."""
    seat, review_id = seat_of(request), path_id(request)
    return await seat.read(lambda conn: item(conn, seat.company.id, review_id))


ROUTES = [
    web.get("/reviews", queue_page),
    web.get("/figures", figures_part),
    web.get("/reviews/statuses", statuses_part),
    web.get(r"/reviews/{id:\d+}", item_page),
    web.get(r"/reviews/{id:\d+}/correct", correct_page),
    web.get(r"/reviews/{id:\d+}/choices", choices_part),
    web.get(r"/reviews/{id:\d+}/preview", preview_part),
    web.get(r"/reviews/{id:\d+}/answer", answer_page),
]
