"""Which company's data a visitor works on: a recruiter's own, or the one an operator chose."""

from __future__ import annotations

from aiohttp import web

from admin.desk import DESK
from admin.pages import render
from admin.sessions import is_https
from admin.visit import FORM, HOME, SESSION, go_to_login
from storage import companies
from storage.companies import Company
from storage.users import User

COOKIE = "candor-desk-company"


async def chosen_company(request: web.Request, user: User) -> Company | None:
    """Return the company of a recruiter whatever the cookie says; an operator's choice, or the first there is."""
    database, key = request.app[DESK].database, request.cookies.get(COOKIE, "")
    if user.company_id is not None:
        own = user.company_id
        return await database.read(lambda conn: companies.by_id(conn, own))
    everyone = await database.read(companies.all_companies)
    return next((company for company in everyone if company.key == key), everyone[0] if everyone else None)


async def choose_page(request: web.Request) -> web.Response:
    """Show an operator the companies there are."""
    return render(request, "company.html", companies=await _choices(request))


async def choose(request: web.Request) -> web.Response:
    """Remember an operator's choice for this browser."""
    key = request[FORM].text("company", 64)
    if key not in {company.key for company in await _choices(request)}:
        raise web.HTTPNotFound
    response = web.HTTPSeeOther(HOME)
    response.set_cookie(COOKIE, key, path="/admin/", httponly=True, secure=is_https(request), samesite="Lax")
    raise response


async def _choices(request: web.Request) -> list[Company]:
    if SESSION not in request:
        go_to_login(request)
    if request[SESSION].user.company_id is not None:
        raise web.HTTPForbidden
    return list(await request.app[DESK].database.read(companies.all_companies))


ROUTES = [web.get("/company", choose_page), web.post("/company", choose)]
