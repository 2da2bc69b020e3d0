"""Settings: defaults, then the YAML file, then environment variables `CANDOR_<SECTION>__<KEY>`; frozen and checked."""

from __future__ import annotations

import contextlib
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, IPvAnyNetwork, ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from candor.guard_settings import GuardSettings
from candor.nlu_settings import NluSettings
from candor.product import DEFAULT_CONFIG
from candor.settings_sources import BETWEEN, PREFIX, Environment, check_names, explain, read
from evaluation.thresholds.promise import LEAST_SHARE, MOST_SHARE
from nlu.recipe import GENERAL_THRESHOLD
from storage.companies.company_settings import ANY_ORIGIN, ORIGIN
from texts.web_addresses import is_web_page
from workers.applications.settings import ApplicationsSettings
from workers.feeds.settings import OpeningsSettings
from workers.mail.settings import MailSettings
from workers.settings import (
    LONGEST_MINUTES,
    LONGEST_SECONDS,
    AlertSettings,
    ScheduleSettings,
    Section,
    SettingsError,
    Share,
)
from workers.told.settings import WebhookSettings


def _address(typed: str) -> str:
    wanted = "write the address alone that visitors use, such as https://chat.example.com"
    if not is_web_page(typed):
        raise ValueError(wanted)
    parts = urlsplit(typed.rstrip("/").lower())
    if parts.port == 0 or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(wanted)
    return parts.geturl()


def _folder(typed: object) -> object:
    if typed == "":
        raise ValueError("name a folder; . is the current one")
    return typed


def _kept(days: int) -> int:
    if days == 1:
        raise ValueError("write 2 or more, or 0 for ever")
    return days


def _site(typed: str) -> str:
    site = typed.rstrip("/").lower()
    if (site,) != ANY_ORIGIN and not ORIGIN.fullmatch(site):
        raise ValueError("write sites such as https://jobs.example.com or https://*.example.com, without a page")
    return site


class ServerSettings(Section):
    """Where the web server listens and what it believes of a proxy before it."""

    host: str = "127.0.0.1"
    port: int = Field(8080, ge=0, le=65535)
    public_url: Annotated[str, AfterValidator(_address)] | None = None
    trusted_proxies: tuple[IPvAnyNetwork, ...] = ()
    embedding_origins: dict[str, tuple[Annotated[str, AfterValidator(_site)], ...]] = Field(default_factory=dict)
    connections: int | None = Field(None, ge=4)
    connections_per_address: int = Field(256, ge=4)

    @property
    def is_private(self) -> bool:
        """Whether only this machine reaches the server: it listens on a loopback address and has no public one."""
        with contextlib.suppress(ValueError):
            return self.public_url is None and ip_address(self.host).is_loopback
        return self.public_url is None and self.host == "localhost"


class StorageSettings(Section):
    """The database, the writer's queue, how many earlier versions keep their files, how long the database may take."""

    database_url: str | None = None
    queue_size: int = Field(1000, ge=1)
    batch: int = Field(64, ge=1)
    kept_versions: int = Field(10, ge=1)
    lock_seconds: float = Field(10, gt=0, le=LONGEST_SECONDS)
    statement_seconds: float = Field(30, gt=0, le=LONGEST_SECONDS)
    answer_seconds: float = Field(15, gt=0, le=LONGEST_SECONDS)


class BotSettings(Section):
    """When the bot answers and how much it takes from one candidate."""

    threshold: Share = 0.65
    clarify_floor: Share = 0.25
    clarify_closeness: Share = 0.4
    clarify_alone: Share = 0.35
    general_threshold: Share = GENERAL_THRESHOLD
    messages_per_minute: int = Field(120, ge=1)
    conversations_per_minute: int = Field(120, ge=1)


class EvaluationSettings(Section):
    """How nex-cv measures on each retrain."""

    retries: int = Field(5, ge=1)
    test_fraction: float = Field(0.2, gt=0, lt=1)
    seed: int = 0
    jobs: int = Field(2, ge=1)


class GateSettings(Section):
    """When a candidate model is blocked, and how one that is not goes live."""

    tolerance: Share = 0.02
    category_tolerance: Share = 0.2
    invariance_tolerance: Share = 0.03
    coverage_floor: Share = 0.3
    most_flipped: Share = 0.05
    most_flipped_in_all: Share = 0.03
    most_changed: Share = 0.3
    most_added: float = Field(3, gt=0)
    anchor_tolerance: Share = 0.03
    accuracy_floor: Share = 0
    most_milliseconds: float = Field(50, gt=0)
    most_megabytes: float = Field(200, gt=0)
    canary_share: float = Field(0, ge=0, lt=1)
    canary_reviews: int = Field(100, ge=10)
    second_person: bool = False


class PromiseSettings(Section):
    """What companies promise about their answers where they set nothing else (docs/promise.md)."""

    share: float = Field(0.05, ge=LEAST_SHARE, le=MOST_SHARE)


class RetentionSettings(Section):
    """How long conversations are kept (docs/settings.md)."""

    days: Annotated[int, AfterValidator(_kept)] = Field(0, ge=0, le=36500)


class AdminSettings(Section):
    """Sessions of the recruiters' desk."""

    session_hours: float = Field(12, gt=0, le=LONGEST_MINUTES / 60)
    idle_minutes: float = Field(60, gt=0, le=LONGEST_MINUTES)
    login_attempts: int = Field(5, ge=1)
    login_window_minutes: float = Field(15, gt=0, le=LONGEST_MINUTES)


class LogSettings(Section):
    """What is written to standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


class Settings(BaseSettings):
    """Everything an operator can set; see config.yaml for each key in words."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter=BETWEEN, env_ignore_empty=True
    )

    data_dir: Annotated[Path, BeforeValidator(_folder)] = Path("var")
    demo: bool = True
    server: ServerSettings = ServerSettings()
    storage: StorageSettings = StorageSettings()
    bot: BotSettings = BotSettings()
    guard: GuardSettings = GuardSettings()
    nlu: NluSettings = NluSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
    gate: GateSettings = GateSettings()
    promise: PromiseSettings = PromiseSettings()
    retention: RetentionSettings = RetentionSettings()
    schedule: ScheduleSettings = ScheduleSettings()
    alerts: AlertSettings = AlertSettings()
    mail: MailSettings = MailSettings()
    openings: OpeningsSettings = OpeningsSettings()
    applications: ApplicationsSettings = ApplicationsSettings()
    webhooks: WebhookSettings = WebhookSettings()
    admin: AdminSettings = AdminSettings()
    log: LogSettings = LogSettings()

    @property
    def models_dir(self) -> Path:
        """Folder of the model files."""
        return self.data_dir / "models"

    @property
    def database_url(self) -> str:
        """URL of the database: the configured one, or an SQLite file in the data folder."""
        return self.storage.database_url or f"sqlite:///{self.data_dir.resolve() / 'candor.db'}"


def load_settings(config: Path | None = None, overrides: dict[str, Any] | None = None) -> Settings:
    """Read the settings; `overrides` (from the command line) win over everything. Raises SettingsError.

    `demo` is true only where no file is named.
    """
    path = config or DEFAULT_CONFIG
    if config is not None:  # somebody runs this in earnest: a database that went missing must not become a demo
        overrides = {**(overrides or {}), "demo": False}
    check_names(Settings.model_fields)
    try:
        return _reading(read(path))(**(overrides or {}))
    except ValidationError as error:
        raise SettingsError(explain(path, error)) from None


def _reading(file_values: dict[str, Any]) -> type[Settings]:
    """Return Settings that take what the command line and the environment leave open from these values."""

    class Loaded(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, Environment(settings_cls), InitSettingsSource(settings_cls, init_kwargs=file_values)

    return Loaded
