"""Who is visiting: the language they read, their session, and the company whose data they may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from admin.actor import Actor
from admin.desk import DESK, Desk
from admin.forms import Form, row_number
from admin.texts import Say
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import CompanySettings
from storage.people.sessions import Session
from storage.people.users import User

SAY: web.RequestKey[Say] = web.RequestKey("SAY")
SESSION: web.RequestKey[Session] = web.RequestKey("SESSION")
COMPANY: web.RequestKey[Company] = web.RequestKey("COMPANY")
FORM: web.RequestKey[Form] = web.RequestKey("FORM")

T = TypeVar("T")

HOME = "/admin/"
QUEUE = "/admin/reviews"
LOGIN = "/admin/login"
UNDONE = "undone"
"""Says in the address of the login page that what was sent has not been done."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A person who is logged in and works on one company's data; every query takes `company.id` from here."""

    desk: Desk
    say: Say
    session: Session
    company: Company

    @property
    def user(self) -> User:
        """The person."""
        return self.session.user

    @property
    def is_operator(self) -> bool:
        """Whether this person may choose companies and add users."""
        return self.user.role == "operator"

    @property
    def settings(self) -> CompanySettings:
        """The settings that hold for the company."""
        return self.company.settings(self.desk.usual)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query."""
        return await self.desk.database.read(query)

    async def write(self, change: Callable[[Connection, Actor], T]) -> T:
        """Run a change as this person, now, in one transaction; the company's people change its data one by one."""
        actor = self.actor

        def work(conn: Connection) -> T:
            companies.alone(conn, actor.company_id)
            return change(conn, actor)

        return await self.desk.database.write(work)

    @property
    def actor(self) -> Actor:
        """This person at this moment."""
        return Actor(self.company.id, self.user, self.desk.now())


def seat_of(request: web.Request) -> Seat:
    """Return the seat the request comes from; sends those who are not logged in to the login page."""
    if SESSION not in request:
        go_to_login(request)
    if COMPANY not in request:
        raise web.HTTPSeeOther("/admin/company")
    return Seat(request.app[DESK], request[SAY], request[SESSION], request[COMPANY])


def operators_seat_of(request: web.Request) -> Seat:
    """Return the seat of an operator; refuses everybody else."""
    seat = seat_of(request)
    if not seat.is_operator:
        raise web.HTTPForbidden
    return seat


def is_fragment(request: web.Request) -> bool:
    """Tell whether htmx asks for a part of a page (a boosted form asks for whole pages)."""
    return "HX-Request" in request.headers and "HX-Boosted" not in request.headers


def go_to_login(request: web.Request) -> NoReturn:
    """Redirect to the login page, which leads back to the page that was asked for, or that a form stood on.

    It says that what was sent has not been done.
    """
    page = open_page(request)
    asked = ({"next": page} if page else {}) | ({UNDONE: "1"} if is_undone(request) else {})
    address = f"{LOGIN}?{urlencode(asked, safe='/')}" if asked else LOGIN
    if "HX-Request" in request.headers:
        raise web.HTTPOk(headers={"HX-Redirect": address})
    raise web.HTTPSeeOther(address)


def is_undone(request: web.Request) -> bool:
    """Tell whether a request would have done something: who logs out without a session has lost nothing."""
    return request.method == "POST" and not request.path.endswith("/logout")


def open_page(request: web.Request) -> str:
    """Return the page that the visitor looks at: the one asked for, or where a form or htmx was used; "" if unknown."""
    if request.method == "GET" and not is_fragment(request):
        return request.path_qs
    given: str = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    address = urlsplit(given)
    return own_page(address.path + (f"?{address.query}" if address.query else ""))


def path_id(request: web.Request) -> int:
    """Return the row number in the path; one that no database can hold does not exist."""
    number = row_number(request.match_info["id"])
    if number is None:
        raise web.HTTPNotFound
    return number


def query_number(request: web.Request, name: str) -> int | None:
    """Return a row number given in the query, None when there is none that could be one."""
    return row_number(request.query.get(name, ""))


def own_page(address: str) -> str:
    """Return an address of the desk as it is, and "" for any other: no link may carry people away after a form.

    >>> own_page("/admin/dataset?q=pay"), own_page("//evil.example/admin/"), own_page("/admin/\\\\evil.example")
    ('/admin/dataset?q=pay', '', '')
    """
    return address if address.startswith(HOME) and not set(address) & set("\\\r\n\t") else ""
