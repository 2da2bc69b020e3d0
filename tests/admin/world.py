"""Two companies, their recruiters, an operator, and what candidates asked; and visitors who are logged in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from itertools import count
from typing import Any

from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient

from admin.security import PageToken, masked
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection, Database
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import CompanySettings, OwnSettings, Usual
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Message, NewMessage
from storage.database.token_hashes import hash_token
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.people import sessions, users
from storage.people.users import User
from storage.reviews import decisions, reviews
from storage.reviews.kinds import Kind
from storage.reviews.reviews import Review

Client = TestClient[web.Request, web.Application]

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = datetime(2099, 1, 1, tzinfo=UTC)
CSRF = "the-sessions-token"
DEFERRAL = "A colleague will answer right here."
SALARY = (Guess("salary", 0.75), Guess("benefits", 0.125))
UNSURE = (Guess("benefits", 0.3), Guess("salary", 0.2))

QUESTIONS = {
    "salary": ["How much will I earn?", "What is the pay?"],
    "benefits": ["Which benefits do you offer?", "Is there a canteen?"],
    "working_hours": ["When do you start in the morning?"],
}
_numbers = count(1)


def usual(**given: Any) -> Usual:
    """Return an installation that gives these settings; it answers from a confidence of 0.5 unless told otherwise."""
    settings = CompanySettings(**{"threshold": 0.5, **given})
    return lambda key: settings


@dataclass(frozen=True, slots=True)
class World:
    """What stands in the database before a test acts."""

    database: Database
    demo: Company
    other: Company
    ada: User
    bob: User
    eve: User
    olga: User

    @property
    def own(self) -> OwnSettings:
        """What the demo company has set itself."""
        company = self.database.read_now(lambda conn: companies.by_id(conn, self.demo.id))
        return company.own if company else {}

    def now(self, work: Any) -> Any:
        """Run a query or a change at once."""
        return self.database.write_now(work)

    def ask(
        self,
        text: str,
        ranking: tuple[Guess, ...] = SALARY,
        kind: Kind = "reply",
        *,
        stage: Stage = Stage.FAQ,
        company: Company | None = None,
        talk: Conversation | None = None,
        version: str = "v7",
    ) -> int:
        """Let a candidate ask something, with what the bot decided; return the review's id."""
        chosen = company or self.demo
        return int(self.now(lambda conn: _ask(conn, chosen, text, ranking, kind, stage, talk, version)))

    def review(self, review_id: int) -> Review:
        """Return the review as it stands now."""
        return self.database.read_now(lambda conn: reviews.get(conn, self.demo.id, review_id))

    def said(self, review_id: int) -> list[Message]:
        """Return what was said in the conversation of a review."""
        talk = self.review(review_id).conversation
        return self.database.read_now(lambda conn: messages.after(conn, self.demo.id, talk.id, 0))

    def category_of(self, text: str, company: Company | None = None) -> str | None:
        """Return the category in which a sentence stands now."""
        chosen = company or self.demo
        found = self.database.read_now(lambda conn: dataset.examples(conn, chosen.id))
        return next((example.category for example in found if example.text == text), None)

    def category_id(self, name: str, company: Company | None = None) -> int:
        """Return a category's id."""
        chosen = company or self.demo
        found = self.database.read_now(lambda conn: dataset.category_by_name(conn, chosen.id, name))
        assert found is not None
        return found.id

    def example_id(self, text: str, company: Company | None = None) -> int:
        """Return an example's id."""
        chosen = company or self.demo
        found = self.database.read_now(lambda conn: dataset.examples(conn, chosen.id))
        return next(example.id for example in found if example.text == text)

    def answer(self, category: str, language: str = "en") -> Answer | None:
        """Return the answer of a category."""
        return self.database.read_now(lambda conn: answers.get(conn, self.demo.id, category, language))


def _ask(
    conn: Connection,
    company: Company,
    text: str,
    ranking: tuple[Guess, ...],
    kind: Kind,
    stage: Stage,
    talk: Conversation | None,
    version: str,
) -> int:
    name = f"talk-{next(_numbers)}"
    talk = talk or conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=NOW)
    asked = messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", text), NOW)
    best = ranking[0] if ranking else None
    understood = Understanding(
        text, "en", stage if best else Stage.NONE, best.intent if best else None,
        best.confidence if best else 0.0, ranking, (), version,
    )  # fmt: skip
    review_id = decisions.record(
        conn, company.id, talk.id, asked.seq, decisions.NewDecision(understood, kind, 0.5), NOW
    )
    reply = DEFERRAL if kind == "defer" else "It depends on the position."
    messages.append(conn, company.id, talk.id, NewMessage("outgoing", "bot", reply, reply_to=asked.seq), NOW)
    if kind == "defer":
        conversations.set_status(conn, company.id, talk.id, "waiting", NOW)
    return review_id


def people(conn: Connection, demo: Company, other: Company) -> tuple[User, User, User, User]:
    """Add two recruiters of the first company, one of the other, and an operator."""
    hashed = "unused: these people are logged in by their session"
    return (
        users.add(conn, demo.id, "ada@demo.example", "Ada", "recruiter", hashed, NOW),
        users.add(conn, demo.id, "bob@demo.example", "Bob", "recruiter", hashed, NOW),
        users.add(conn, other.id, "eve@other.example", "Eve", "recruiter", hashed, NOW),
        users.add(conn, None, "olga@house.example", "Olga", "operator", hashed, NOW),
    )


def data(conn: Connection, company: Company) -> None:
    """Give a company three categories, two of them with an answer."""
    rows = [NewExample(text, name, "en") for name, texts in QUESTIONS.items() for text in texts]
    dataset.import_rows(conn, company.id, rows, "starter", None, NOW)
    for name in ("salary", "benefits"):
        answers.put(conn, company.id, Answer(name, "en", f"About {name}: it depends."), NOW)


@dataclass(slots=True)
class Visitor:
    """A person at the desk, logged in by a session of their own."""

    client: Client
    token: str
    company: str = ""

    async def get(self, path: str, *, part: bool = False, **options: Any) -> ClientResponse:
        """Open a page, or fetch a part of one as htmx does."""
        self.client.session.cookie_jar.clear()
        headers = self._headers(part) | dict(options.pop("headers", {}))
        return await self.client.get(f"/admin{path}", headers=headers, allow_redirects=False, **options)

    async def post(
        self, path: str, fields: Any = None, *, part: bool = False, csrf: str = CSRF, page: int = 0, **options: Any
    ) -> ClientResponse:
        """Send a form from the desk's own page, or from that of the company with the number `page`."""
        self.client.session.cookie_jar.clear()
        token = masked(PageToken(csrf, page)) if csrf else ""
        headers = self._headers(part) | {"X-CSRF-Token": token, "Origin": self._origin()}
        headers |= dict(options.pop("headers", {}))
        return await self.client.post(
            f"/admin{path}", data=fields or {}, headers=headers, allow_redirects=False, **options
        )

    async def text(self, path: str, **options: Any) -> str:
        """Return a page's HTML; it must be there."""
        response = await self.get(path, **options)
        assert response.status == 200, f"{path}: {response.status}"
        return await response.text()

    def _origin(self) -> str:
        return str(self.client.make_url("/")).rstrip("/")

    def _headers(self, part: bool) -> dict[str, str]:
        session = {"Cookie": f"candor-desk={self.token}; candor-desk-company={self.company}"}
        return session | {"HX-Request": "true"} if part else session


def log_in(database: Database, client: Client, user: User) -> Visitor:
    """Open a session for the user and return the visitor who has its cookie."""
    token = f"token-{next(_numbers)}"
    database.write_now(lambda conn: sessions.create(conn, user.id, hash_token(token), CSRF, datetime.now(UTC), LATER))
    return Visitor(client, token)


def seen_by(page: str) -> dict[str, str]:
    """Return the hidden field that says what a page had shown in the form of an answer."""
    return {"shown": _value_of("shown", page)}


def replacing(form: str) -> dict[str, str]:
    """Return the tick that lets the answer shown in a form be replaced."""
    return {"replaces": _value_of("replaces", form)}


def _value_of(name: str, html: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found is not None, name
    return unescape(found.group(1))


def words_of(html: str) -> str:
    """Return a page's visible words, white space folded."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())
