"""What answering needs besides the database."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.detectors import OwnDetectors
from bot.dialogue.arbiter import Arbiter
from bot.dialogue.policy import Thresholds
from bot.dialogue.weights import starter_arbiter
from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from bot.live import LiveModels
from bot.snapshots import Snapshots
from nlu.language.detector import LanguageDetector
from openings.job_words import JobWords
from storage import Connection
from storage.companies.companies import Company
from storage.companies.company_settings import OwnSettings
from texts import Texts


@dataclass(frozen=True, slots=True)
class Service:
    """The models that answer, what tells languages apart, its words, how sure it must be, and the guard if any."""

    live: LiveModels
    detector: LanguageDetector
    texts: Texts
    thresholds: Thresholds
    guard: Guard | None = None
    jobs: JobWords = field(default_factory=JobWords)
    confirmations_per_day: int = 0
    """How many mails a day an address gets because somebody typed it in; 0 where no mail is sent."""
    own_detectors: OwnDetectors | None = None
    arbiter: Arbiter = field(default_factory=starter_arbiter)
    """Weighs what a message may mean: a step of a job search, or the question that it asks by itself."""
    snapshots: Snapshots = field(default_factory=Snapshots)
    mails_answers: bool = False
    """Whether a person's answer can go to a candidate by mail."""
    public_url: str | None = None
    """Where this house is reached from outside: links to its own pages begin with it."""

    def of(self, company: Company) -> Service:
        """Return the service as the company has set it for its own candidates."""
        own = company.own
        if not own:
            return self
        return replace(self, thresholds=thresholds_of(self.thresholds, own), guard=_guard(self.guard, own))

    def offers_alerts(self, company: Company) -> bool:
        """Tell whether candidates of the company can be told of new openings by e-mail."""
        return bool(self.confirmations_per_day and company.openings_revision)

    def guard_of(self, company_id: int) -> Guard | None:
        """Return the guard with the company's own detector, where it has one."""
        if self.guard is None or self.own_detectors is None:
            return self.guard
        return self.own_detectors.guard(company_id, self.guard)

    def detector_trouble(self, company_id: int) -> str | None:
        """Return why the company's own detector cannot be used."""
        return self.own_detectors.trouble(company_id) if self.own_detectors else None

    def refresh(self, conn: Connection) -> list[str]:
        """Load the models and detectors that went live since the last call; return a line for each change."""
        return [*self.live.refresh(conn), *(self.own_detectors.refresh(conn) if self.own_detectors else ())]


def thresholds_of(usual: Thresholds, own: OwnSettings) -> Thresholds:
    """Return how sure the bot must be at a company that has set this itself."""
    return replace(usual, faq=own.get("threshold", usual.faq))


def _guard(usual: Guard | None, own: OwnSettings) -> Guard | None:
    """The guard as a company has set it: where the installation has none, one that goes by the signs alone."""
    if not own.get("guard", usual is not None):
        return None
    guard = usual or Guard()
    limits = GuardLimits(
        own.get("guard_asks_from", guard.limits.clarify_from),
        own.get("guard_hands_over_from", guard.limits.hand_over_from),
    )
    return replace(guard, limits=limits, offers_doubt=own.get("doubt_button", guard.offers_doubt))
