"""The models that answer now: loaded from their files, swapped in whole when another version goes live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bot.canary import Canary
from bot.errors import StillStarting
from bot.model_shelf import Look, ModelShelf, Refusal, servable
from nlu.ads.details import AdDetails
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.stage import DangerStage
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError
from nlu.general.stage import GeneralStage
from nlu.pipeline import UNTRAINED, Pipeline
from nlu.steps.said import SaidSteps
from nlu.understanding import Entity, Understanding
from nlu.wishes.said import SaidWish, SaidWishes
from nlu.words.answer_types import AnswerType
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation
from storage.models import canaries, models
from storage.models.canaries import Trial
from storage.models.models import ModelVersion
from storage.openings import openings, synonyms


@dataclass(frozen=True, slots=True)
class LanguageModels:
    """What all companies of one language share."""

    general: GeneralStage
    entities: EntityFinder
    general_threshold: float
    danger: DangerStage | None = None
    said: SaidWishes | None = None
    steps: SaidSteps | None = None
    details: AdDetails | None = None


class LiveModels:
    """Parses messages with each company's live model, once `refresh` has looked for it.

    `refresh` may run in any thread: a pipeline is immutable and replaced in one assignment, so a message is parsed
    wholly by the old model or wholly by the new one. `load_shared` gives what the companies of a language share, None
    while that is still to be learnt.
    """

    def __init__(self, load_shared: Callable[[str], LanguageModels | None], models_dir: Path) -> None:
        self._load_shared = load_shared
        self._shared: dict[str, LanguageModels] = {}
        self._shelf = ModelShelf(models_dir, "model", lambda file, digest: model_file.load(file, sha256=digest)[0])
        self._live: dict[tuple[int, str], int] = {}
        self._refusals: dict[tuple[int, str], Refusal] = {}
        self._pipelines: dict[tuple[int, str], Pipeline] = {}
        self._canaries: dict[tuple[int, str], Canary] = {}
        self._finders: dict[int, tuple[object, EntityFinder]] = {}
        self._marks: dict[int, object] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that some company serves and that can be read now."""
        return tuple(sorted(self._shared))

    @property
    def refusals(self) -> Mapping[tuple[int, str], Refusal]:
        """The live versions that cannot answer, by company and language."""
        return dict(self._refusals)

    def answers(self, company_id: int, language: str) -> bool:
        """Tell whether messages to this company in this language are understood now, be it without an FAQ model."""
        return (company_id, language) in self._pipelines

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
        understood by the canary when the conversation is one of the share that it answers. Raises StillStarting.
        """
        canary = self._canaries.get((company.id, language))
        if canary and canary.pipeline and talk and canary.answers(talk.public_id, talk.created):
            return canary.pipeline.parse(text, expected=expected)
        return self.pipeline(company, language).parse(text, expected=expected)

    def usually_asked(self, company: Company, language: str, category: str) -> frozenset[AnswerType]:
        """Return the types of answer that a category's examples usually ask for; raises StillStarting."""
        return self.pipeline(company, language).usually_asked(category)

    def taught(self, company: Company, language: str) -> int:
        """Return how many examples the company's model was taught, 0 without one; raises StillStarting."""
        return self.pipeline(company, language).taught

    def entities(
        self, company: Company, language: str, text: str, *, expected: frozenset[str] = frozenset()
    ) -> tuple[Entity, ...]:
        """Return what is named in a text where this is expected, without understanding it; raises StillStarting."""
        return self.pipeline(company, language).entities.find(text, language, expected=expected)

    def wanted(self, language: str, text: str) -> SaidWish | None:
        """Return what all words of a text want of a job, where anything hears that in this language."""
        shared = self._shared.get(language)
        return shared.said.hear(text) if shared and shared.said else None

    def wants_nothing(self, language: str, text: str, *, surely: bool = True) -> bool:
        """Tell whether a text surely, or likely, wants none of that, whatever phrases stand in it."""
        shared = self._shared.get(language)
        return bool(shared and shared.said and shared.said.wants_nothing(text, surely=surely))

    def steps(self, language: str) -> SaidSteps | None:
        """Return what hears a step in all words of a text, where anything does in this language."""
        shared = self._shared.get(language)
        return shared.steps if shared else None

    def details(self, language: str) -> AdDetails | None:
        """Return what hears which details of a job a text asks for or tells, where anything does in this language."""
        shared = self._shared.get(language)
        return shared.details if shared else None

    def pipeline(self, company: Company, language: str) -> Pipeline:
        """Return the pipeline that answers for this company and language now; raises StillStarting.

        What was said in a language that the company no longer serves is read in its default language.
        """
        spoken = language if language in company.languages else company.default_language
        known = self._pipelines.get((company.id, spoken))
        if known is None:
            raise StillStarting(company.id, spoken)
        return known

    def refresh(self, conn: Connection) -> list[str]:
        """Load what went live since the last call and return a line for each change or refusal.

        A file that is missing, cut short or altered is refused; the model that answered before it stays, and at a
        start, when there is none yet, the newest earlier version whose file is sound takes its place. A refused file
        that changed or came back is taken in.
        """
        by_id = {company.id: company for company in companies.all_companies(conn)}
        live, lines = models.live_versions(conn), []
        for company in by_id.values():
            if self._can_read(company.default_language):
                self._learn_titles(conn, company)
                for language in filter(self._can_read, company.languages):
                    lines += self._follow(conn, company, language, live.get((company.id, language)))
        return lines + self._refresh_canaries(conn, by_id)

    def _follow(self, conn: Connection, company: Company, language: str, live: int | None) -> list[str]:
        """Let the live version answer, and a pipeline without an FAQ where nothing is live; say what changed."""
        key, lines = (company.id, language), []
        if live is not None and (live != self._live.get(key) or self._is_worth_a_try(conn, key)):
            lines.append(self._swap(conn, company, language))
            self._live[key] = live
        if key not in self._pipelines:
            self._pipelines[key] = self._assemble(company, language)
        return lines

    def _is_worth_a_try(self, conn: Connection, key: tuple[int, str]) -> bool:
        refusal = self._refusals.get(key)
        return refusal is not None and self._shelf.look(servable(conn, *key)) != refusal.look

    def _refresh_canaries(self, conn: Connection, by_id: Mapping[int, Company]) -> list[str]:
        lines, found = [], {}
        for key, trial in canaries.running(conn).items():
            known = self._canaries.get(key)
            if not self.answers(*key):
                continue
            version = models.get(conn, trial.company_id, trial.model_id)
            if known is None or known.trial_id != trial.id or known.refused not in (None, self._shelf.look([version])):
                known, line = self._take_in(by_id[trial.company_id], trial, version)
                lines.append(line)
            found[key] = known
        lines += [
            f"{by_id[company_id].key}: the canary ({language}) has ended; the live version answers everybody."
            for company_id, language in self._canaries.keys() - found.keys()
        ]
        self._canaries = found
        return lines

    def _take_in(self, company: Company, trial: Trial, version: ModelVersion) -> tuple[Canary, str]:
        name, look = f"{company.key}: {version.name}", self._shelf.look([version])
        pipeline, line = None, f"{name} ({version.language}) answers {trial.share:.0%} as a canary."
        try:
            faq = self._shelf.load(company.key, version)
            pipeline = self._assemble(company, version.language, faq, version.name)
        except ModelFileError as error:
            line = f"{name} refused: {error}. The live version answers everybody."
        refused = None if pipeline else look
        return Canary(trial.id, version.id, trial.share, trial.started, pipeline, refused), line

    def _learn_titles(self, conn: Connection, company: Company) -> None:
        """Know the titles and towns of the company's openings and its synonyms, and how sure general intents must be.

        All is read again once it changed and came to rest.
        """
        mark = (company.openings_revision, company.countries, company.own.get("general_threshold"))
        seen, self._marks[company.id] = self._marks.get(company.id, mark), mark
        known = self._finders.get(company.id)
        if mark != seen or (known and known[0] == mark):
            return
        finder = self._shared[company.default_language].entities
        titles = [*openings.titles(conn, company.id), *(each.word for each in synonyms.of_company(conn, company.id))]
        towns = openings.towns(conn, company.id)
        own = finder.for_company(titles=titles, countries=company.countries, towns=towns)
        self._finders[company.id] = mark, own
        for key, old in list(self._pipelines.items()):
            if key[0] == company.id:
                self._pipelines[key] = self._assemble(company, key[1], old.faq, old.model_version)
        for key, canary in list(self._canaries.items()):
            if key[0] == company.id and canary.pipeline:
                new = self._assemble(company, key[1], canary.pipeline.faq, canary.pipeline.model_version)
                self._canaries[key] = replace(canary, pipeline=new)

    def _can_read(self, language: str) -> bool:
        """Tell whether what the companies of a language share is here, loading it if it can be loaded."""
        if language not in self._shared:
            loaded = self._load_shared(language)
            if loaded is not None:
                self._shared[language] = loaded
        return language in self._shared

    def _swap(self, conn: Connection, company: Company, language: str) -> str:
        """Let the newest sound version answer; without one the model that answered before stays."""
        key, versions, refused = (company.id, language), servable(conn, company.id, language), []
        look, before = self._shelf.look(versions), self._pipelines.get(key)
        taken = before.model_version if before and before.faq else None
        for version in versions:
            try:
                faq = self._shelf.load(company.key, version)
            except ModelFileError as error:
                refused.append((version.name, str(error)))
                if taken:
                    break
            else:
                self._pipelines[key], taken = self._assemble(company, language, faq, version.name), version.name
                break
        self._note(key, refused, taken, look)
        return _told(company.key, language, refused, taken, stays=bool(before and before.faq))

    def _note(self, key: tuple[int, str], refused: list[tuple[str, str]], taken: str | None, look: Look) -> None:
        if refused or taken is None:
            version, reason = refused[0] if refused else (UNTRAINED, "there is no model file")
            self._refusals[key] = Refusal(version, reason, taken, look)
        else:
            self._refusals.pop(key, None)

    def _assemble(
        self, company: Company, language: str, faq: TextClassifier | None = None, version: str = UNTRAINED
    ) -> Pipeline:
        shared, known = self._shared[language], self._finders.get(company.id)
        return Pipeline(
            general=shared.general,
            faq=faq,
            entities=known[1] if known else shared.entities.for_company(countries=company.countries),
            language=language,
            general_threshold=company.own.get("general_threshold", shared.general_threshold),
            model_version=version,
            danger=shared.danger,
        )


def _told(company: str, language: str, refused: list[tuple[str, str]], taken: str | None, *, stays: bool) -> str:
    said = "".join(f"{company}: {version} refused: {reason}. " for version, reason in refused)
    if refused and stays and taken:
        return said + "The model before it stays live."
    if taken:
        return f"{said}{company}: {taken} ({language}) answers now."
    return f"{said}{company}: no sound model file; every question is handed to a person until the next retrain."
