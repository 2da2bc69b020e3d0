"""The models that answer now: loaded from their files, swapped in whole when another version goes live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import structlog

from nlu import model_file
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError
from nlu.general import GeneralStage
from nlu.pipeline import Pipeline
from nlu.text_classifier import TextClassifier
from nlu.understanding import Understanding
from storage import Connection, companies, models
from storage.companies import Company
from storage.models import ModelVersion

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class LanguageModels:
    """What all companies of one language share."""

    general: GeneralStage
    entities: EntityFinder
    general_threshold: float


class LiveModels:
    """Parses messages with each company's live model.

    `refresh` may run in any thread: a pipeline is immutable and replaced in one assignment, so a message is parsed
    wholly by the old model or wholly by the new one. `load_shared` gives what the companies of a language share.
    """

    def __init__(self, load_shared: Callable[[str], LanguageModels], models_dir: Path) -> None:
        self._load_shared = load_shared
        self._shared: dict[str, LanguageModels] = {}
        self._models_dir = models_dir
        self._live: dict[tuple[int, str], int] = {}
        self._pipelines: dict[tuple[int, str], Pipeline] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that some company serves."""
        return tuple(sorted(self._shared))

    def parse(
        self, company: Company, language: str, text: str, *, expected: frozenset[str] = frozenset()
    ) -> Understanding:
        """Understand one message with the company's live model; without one only general intents are known.

        `expected` names the entities that the bot has just asked for.
        """
        return self.pipeline(company, language).parse(text, expected=expected)

    def pipeline(self, company: Company, language: str) -> Pipeline:
        """Return the pipeline that answers for this company and language now."""
        key = (company.id, language)
        return self._pipelines.get(key) or self._pipelines.setdefault(key, self._assemble(company, language))

    def refresh(self, conn: Connection) -> list[str]:
        """Load what went live since the last call and return a line for each change or refusal.

        A file that is missing, cut short or altered is refused; the model that answered before it stays, and at a
        start, when there is none yet, the newest earlier version whose file is sound takes its place.
        """
        by_id = {company.id: company for company in companies.all_companies(conn)}
        for company in by_id.values():
            for language in company.languages:
                self._share(language)
        lines = []
        for (company_id, language), model_id in models.live_versions(conn).items():
            if self._live.get((company_id, language)) != model_id:
                lines.append(self._swap(conn, by_id[company_id], language))
                self._live[company_id, language] = model_id
        return lines

    def _share(self, language: str) -> LanguageModels:
        if language not in self._shared:
            self._shared[language] = self._load_shared(language)
        return self._shared[language]

    def _swap(self, conn: Connection, company: Company, language: str) -> str:
        name, refused = company.key, ""
        for version in _servable(conn, company.id, language):
            try:
                classifier = self._load(version)
            except ModelFileError as error:
                refused += f"{name}: {version.name} refused: {error}. "
                log.error("model_refused", company=name, version=version.name, reason=str(error))
                if (company.id, language) in self._pipelines:
                    return refused + "The model before it stays live."
                continue
            self._pipelines[company.id, language] = self._assemble(company, language, classifier, version.name)
            return f"{refused}{name}: {version.name} ({language}) answers now."
        return f"{refused}{name}: no sound model file; every question is handed to a person until the next retrain."

    def _load(self, version: ModelVersion) -> TextClassifier:
        return model_file.load(self._models_dir / version.file, sha256=version.sha256)[0]

    def _assemble(
        self, company: Company, language: str, faq: TextClassifier | None = None, version: str = "none"
    ) -> Pipeline:
        shared = self._share(language)
        return Pipeline(
            general=shared.general,
            faq=faq,
            entities=shared.entities.for_company(countries=company.countries),
            language=language,
            general_threshold=shared.general_threshold,
            model_version=version,
        )


def _servable(conn: Connection, company_id: int, language: str) -> list[ModelVersion]:
    """The live version first, then those that were live before, newest first."""
    once_live = [
        v for v in models.history(conn, company_id, language) if v.promoted and v.status in ("live", "retired")
    ]
    newest_first = sorted(once_live, key=lambda version: version.promoted or version.created, reverse=True)
    return sorted(newest_first, key=lambda version: version.status != "live")
