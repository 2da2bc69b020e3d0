"""What tests of subscriptions talk about: a company that offers openings, and somebody who wants to hear of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from bot.subscription_links import Links
from bot.subscriptions.letters import Letters, OpeningsLetter
from bot.texts import load_texts
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession
from nlu.entities.related import RelatedProfessions
from nlu.entities.titles import Titles
from openings.job_words import JobWords
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.office_hours import hours_of
from storage.database.token_hashes import hash_token
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from storage.outbox import outbox
from storage.outbox.outbox import DeliveryOutcome, Entry
from storage.subscriptions import subscription_mails, subscriptions
from storage.subscriptions.subscriptions import Frequency, Subscription
from tests.clock import START, Clock
from workers.mail.subscription_sender import SubscriptionSender
from workers.outbox.delivery import OutboxDelivery

ANNA = "anna@example.org"
NURSES = Wish(professions=("nurse",), cities=("Hamburg",))
HAMBURG = City("Hamburg", "DE", 1_800_000, latitude=53.55, longitude=9.99)
PROFESSIONS = [
    Profession("nurse", {"en": ("nurse",), "de": ("Pflegefachkraft",), "fr": ("infirmier",), "zh": ("护士",)})
]
FINDER = EntityFinder(PROFESSIONS, CityDictionary([HAMBURG]), ["en", "de", "fr", "zh"])
JOBS = JobWords(
    atlas=Atlas([HAMBURG], (), FINDER.city_names),
    related=RelatedProfessions({}, {"pediatric_nurse": ("nurse",)}),
    titles=Titles(PROFESSIONS, [HAMBURG]),
)


def nurse(number: int = 1, **changes: Any) -> OpeningContent:
    given: dict[str, Any] = {
        "external_id": f"n{number}",
        "title": f"Nurse {number}",
        "language": "en",
        "description": "You look after people.",
        "places": (Place("Hamburg", country="DE", latitude=53.55, longitude=9.99),),
        "url": f"https://jobs.example/n{number}",
        "posted": START.date(),
        "professions": ("nurse",),
    }
    return OpeningContent(**given | changes)


def goes_by(database: Database, company: Company, zone: str) -> None:
    """Let the company's people live in a time zone."""
    hours = hours_of({"zone": zone, "week": [""] * 7})
    profile = CompanyProfile(company.key, company.name, office_hours=hours)
    database.write_now(lambda conn: companies.change(conn, company.id, profile))


@dataclass
class Feed:
    """A company's only feed: what is offered now."""

    database: Database
    company: Company
    id: int

    @classmethod
    def of(cls, database: Database, company: Company) -> Feed:
        add = database.write_now(
            lambda conn: opening_feeds.add(conn, company.id, format="csv", url="file:a", now=START)
        )
        return cls(database, company, add.id)

    def offers(self, *contents: OpeningContent, at: datetime = START) -> list[int]:
        """Make these the openings, and return their ids."""

        def work(conn: Connection) -> list[int]:
            opening_import.apply(conn, self.company.id, self.id, contents, at)
            known = {
                each.content.external_id: each.id for each in openings.of_company(conn, self.company.id, limit=2000)
            }
            return [known[content.external_id] for content in contents]

        return self.database.write_now(work)


def asks(
    database: Database,
    company: Company,
    *,
    email: str = ANNA,
    wish: Wish = NURSES,
    frequency: Frequency = "daily",
    language: str = "en",
    conversation_id: int | None = None,
    now: datetime = START,
) -> Subscription:
    """Subscribe without confirming."""

    def work(conn: Connection) -> Subscription:
        given: dict[str, Any] = {"email": email, "wish": wish, "frequency": frequency, "language": language}
        return subscriptions.add(conn, company.id, conversation_id=conversation_id, now=now, **given)

    return database.write_now(work)


def subscribes(database: Database, company: Company, **given: Any) -> Subscription:
    """Subscribe and confirm."""
    made = asks(database, company, **given)

    def work(conn: Connection) -> Subscription:
        subscriptions.confirm(conn, company.id, made.id, made.frequency, given.get("now", START))
        return subscriptions.get(conn, company.id, made.id)

    return database.write_now(work)


def has_token(database: Database, subscription: Subscription, token: str) -> str:
    """Keep a token as if it had been mailed."""

    def work(conn: Connection) -> None:
        subscriptions.add_token(conn, subscription.company_id, subscription.id, hash_token(token), START)

    database.write_now(work)
    return token


def again(database: Database, subscription: Subscription) -> Subscription:
    """Return how a subscription stands now."""
    return database.read_now(lambda conn: subscriptions.get(conn, subscription.company_id, subscription.id))


def outcomes(database: Database, company: Company) -> list[DeliveryOutcome]:
    """Return how each mail of the company stands, with those of one outcome together."""
    found = database.read_now(lambda conn: outbox.counts(conn, company.id))
    return sorted(outcome for (_, outcome), count in found.items() for _ in range(count))


@dataclass
class Post:
    """Stands in for a mail server: keeps what it takes; to Anna it first says what is in `refusals`, one by one."""

    mails: list[EmailMessage] = field(default_factory=list)
    refusals: list[BaseException] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    before: Callable[[], Awaitable[None]] | None = None

    async def send(self, message: EmailMessage, address: str) -> None:
        assert message["To"] == address
        self.tried.append(message["Message-ID"])
        if self.before is not None:
            await self.before()
        if self.refusals and address == ANNA:
            raise self.refusals.pop(0)
        self.mails.append(message)

    @property
    def texts(self) -> list[str]:
        return [text_of(message) for message in self.mails]


def text_of(message: EmailMessage) -> str:
    """Return the plain text of a mail."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def letters(public_url: str = "https://chat.example") -> Letters:
    return Letters(load_texts(), JOBS, Links(public_url), "alerts@chat.example")


def delivery(database: Database, post: Post, clock: Clock, per_minute: int = 1000) -> OutboxDelivery[OpeningsLetter]:
    return OutboxDelivery(database, SubscriptionSender(letters(), post.send, per_minute, clock), clock)


def queued(database: Database, company: Company) -> list[Entry]:
    """Return the mails of the company that are due whenever."""

    def work(conn: Connection) -> list[Entry]:
        far, found = START + timedelta(days=999), []
        while (taken := outbox.take_due(conn, subscription_mails.KINDS, far, far + timedelta(days=1))) is not None:
            found.append(taken)
        return found

    return [each for each in database.write_now(work) if each.company_id == company.id]
