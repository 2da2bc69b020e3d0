"""What stands in the data already, while a question is being typed."""

from __future__ import annotations

from aiohttp import web

from admin.dataset.alike import alike
from admin.dataset.pages import chosen_language
from admin.forms import clean
from admin.pages import render
from admin.visit import query_number, seat_of
from texts.cleaning import one_line

# Nobody types more in one question, and an address has room for it in any script.
_CONSIDERED = 600


async def alike_part(request: web.Request) -> web.Response:
    """Return the notes on the question typed so far, which is `text` or the only line of `sentences`."""
    seat, query = seat_of(request), request.query
    text = one_line(clean(query.get("text") or query.get("sentences", "")))[:_CONSIDERED]
    found = await alike(
        seat,
        chosen_language(request, seat),
        text,
        category_id=query_number(request, "category_id"),
        but=query_number(request, "but"),
    )
    return render(request, "dataset/alike.html", alike=found, category_id=query_number(request, "category_id"))


ROUTES = [web.get("/dataset/alike", alike_part)]
