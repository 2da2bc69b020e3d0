"""The models that answer now: loaded from their files, swapped in whole when another version goes live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from bot.canary import Canary
from nlu import model_file
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError
from nlu.general import GeneralStage
from nlu.pipeline import Pipeline
from nlu.text_classifier import TextClassifier
from nlu.understanding import Understanding
from storage import Connection, canaries, companies, models, openings, synonyms
from storage.canaries import Trial
from storage.companies import Company
from storage.conversations import Conversation
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
        self._canaries: dict[tuple[int, str], Canary] = {}
        self._finders: dict[int, tuple[object, EntityFinder]] = {}
        self._marks: dict[int, object] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that some company serves."""
        return tuple(sorted(self._shared))

    def parse(
        self,
        company: Company,
        language: str,
        text: str,
        *,
        expected: frozenset[str] = frozenset(),
        talk: Conversation | None = None,
    ) -> Understanding:
        """Understand one message with the company's live model; without one only general intents are known.

        `expected` names the entities that the bot has just asked for. A message of the conversation `talk` is
        understood by the canary when the conversation is one of the share that it answers.
        """
        canary = self._canaries.get((company.id, language))
        if canary and canary.pipeline and talk and canary.answers(talk.public_id, talk.created):
            return canary.pipeline.parse(text, expected=expected)
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
            self._learn_titles(conn, company)
        lines = []
        for (company_id, language), model_id in models.live_versions(conn).items():
            if self._live.get((company_id, language)) != model_id:
                lines.append(self._swap(conn, by_id[company_id], language))
                self._live[company_id, language] = model_id
        return lines + self._refresh_canaries(conn, by_id)

    def _refresh_canaries(self, conn: Connection, by_id: Mapping[int, Company]) -> list[str]:
        lines, found = [], {}
        for (company_id, language), trial in canaries.running(conn).items():
            known = self._canaries.get((company_id, language))
            if known is None or known.trial_id != trial.id:
                known, line = self._take_in(conn, by_id[company_id], language, trial)
                lines.append(line)
            found[company_id, language] = known
        lines += [
            f"{by_id[company_id].key}: the canary ({language}) has ended; the live version answers everybody."
            for company_id, language in self._canaries.keys() - found.keys()
        ]
        self._canaries = found
        return lines

    def _take_in(self, conn: Connection, company: Company, language: str, trial: Trial) -> tuple[Canary, str]:
        version = models.get(conn, company.id, trial.model_id)
        pipeline, line = None, f"{company.key}: {version.name} ({language}) answers {trial.share:.0%} as a canary."
        try:
            pipeline = self._assemble(company, language, self._load(version), version.name)
        except ModelFileError as error:
            line = f"{company.key}: {version.name} refused: {error}. The live version answers everybody."
            log.error("model_refused", company=company.key, version=version.name, reason=str(error))
        return Canary(trial.id, version.id, trial.share, trial.started, pipeline), line

    def _learn_titles(self, conn: Connection, company: Company) -> None:
        """Know the titles of the company's openings and its synonyms: read again once they changed and came to rest."""
        mark = (company.openings_revision, company.countries)
        seen, self._marks[company.id] = self._marks.get(company.id, mark), mark
        known = self._finders.get(company.id)
        if mark != seen or (known and known[0] == mark):
            return
        finder = self._share(company.default_language).entities
        titles = [*openings.titles(conn, company.id), *(each.word for each in synonyms.of_company(conn, company.id))]
        self._finders[company.id] = mark, finder.for_company(titles=titles, countries=company.countries)
        for key, old in list(self._pipelines.items()):
            if key[0] == company.id:
                self._pipelines[key] = self._assemble(company, key[1], old.faq, old.model_version)
        for key, canary in list(self._canaries.items()):
            if key[0] == company.id and canary.pipeline:
                new = self._assemble(company, key[1], canary.pipeline.faq, canary.pipeline.model_version)
                self._canaries[key] = replace(canary, pipeline=new)

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
        shared, known = self._share(language), self._finders.get(company.id)
        return Pipeline(
            general=shared.general,
            faq=faq,
            entities=known[1] if known else shared.entities.for_company(countries=company.countries),
            language=language,
            general_threshold=shared.general_threshold,
            model_version=version,
        )


def _servable(conn: Connection, company_id: int, language: str) -> list[ModelVersion]:
    """The live version first, then those that were live before, newest first."""
    once_live = [
        version
        for version in models.history(conn, company_id, language)
        if version.promoted and version.can_answer and version.status in ("live", "retired")
    ]
    newest_first = sorted(once_live, key=lambda version: version.promoted or version.created, reverse=True)
    return sorted(newest_first, key=lambda version: version.status != "live")
