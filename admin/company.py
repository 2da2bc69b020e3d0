"""Which company's data a visitor works on: a recruiter's own, or the one an operator chose."""

from __future__ import annotations

from aiohttp import web

from admin.actor import Actor
from admin.desk import DESK
from admin.errors import DeskError
from admin.pages import render
from admin.sessions import is_https
from admin.settings.profile import new_profile
from admin.visit import COMPANY, FORM, HOME, SESSION, go_to_login
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists
from storage.people.users import User
from texts.cleaning import one_line

COOKIE = "candor-desk-company"
FIRST_HOUR = "/admin/settings/first-hour"
LIMIT = 2000


async def chosen_company(request: web.Request, user: User) -> Company | None:
    """Return the company of a recruiter whatever the cookie says; an operator's choice, or the first there is."""
    database, key = request.app[DESK].database, request.cookies.get(COOKIE, "")
    if user.company_id is not None:
        own = user.company_id
        return await database.read(lambda conn: companies.by_id(conn, own))
    everyone = await database.read(companies.all_companies)
    return next((company for company in everyone if company.key == key), everyone[0] if everyone else None)


async def still_chosen(request: web.Request, company_id: int) -> None:
    """Refuse what comes from the page of another company (0: of none) than the one that is worked for by now."""
    now = request.get(COMPANY)
    if now is None or company_id in (0, now.id):
        return
    other = await request.app[DESK].database.read(lambda conn: companies.by_id(conn, company_id))
    raise DeskError("other_company", status=409, page=other.name if other else "?", company=now.name)


async def choose_page(request: web.Request) -> web.Response:
    """Show an operator the companies there are."""
    choices = await _choices(request)
    return render(request, "company.html", companies=choices, languages=request.app[DESK].languages)


async def choose(request: web.Request) -> web.Response:
    """Remember an operator's choice for this browser."""
    key = request[FORM].text("company", 64)
    if key not in {company.key for company in await _choices(request)}:
        raise web.HTTPNotFound
    raise _chosen(request, key, HOME)


async def add(request: web.Request) -> web.Response:
    """Add a company, work for it from here on, and show how it begins."""
    must_be_operator(request)
    desk, form, user = request.app[DESK], request[FORM], request[SESSION].user
    typed = {
        name: one_line(form.text(name, LIMIT, required=name not in ("key", "name")))
        for name in ("key", "name", "careers_url", "contact_email")
    }
    profile = new_profile(
        {**typed, "default_language": form.text("default_language", 8)}, desk.languages, desk.countries
    )

    def write(conn: Connection) -> None:
        added = companies.add(conn, profile, desk.now())
        Actor(added.id, user, desk.now()).note(conn, "company_added", company=added.key)

    try:
        await desk.database.write(write)
    except AlreadyExists as error:
        raise DeskError("company_key_taken", status=409, key=profile.key) from error
    raise _chosen(request, profile.key, FIRST_HOUR)


def _chosen(request: web.Request, key: str, page: str) -> web.HTTPSeeOther:
    """Lead to a page, and remember the company for this browser."""
    response = web.HTTPSeeOther(page)
    response.set_cookie(COOKIE, key, path="/admin/", httponly=True, secure=is_https(request), samesite="Lax")
    return response


def must_be_operator(request: web.Request) -> None:
    """Send those who are not logged in to the login page, and refuse those who work for one company."""
    if SESSION not in request:
        go_to_login(request)
    if request[SESSION].user.company_id is not None:
        raise web.HTTPForbidden


async def _choices(request: web.Request) -> list[Company]:
    must_be_operator(request)
    return list(await request.app[DESK].database.read(companies.all_companies))


ROUTES = [web.get("/company", choose_page), web.post("/company", choose), web.post("/company/new", add)]
