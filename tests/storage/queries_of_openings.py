"""Every query of openings, searches and applications, called with a stranger's company and what is another's."""

from __future__ import annotations

from storage import Connection
from storage.applications import applications, undelivered
from storage.applications.applications import ApplySetting
from storage.companies import logos
from storage.figures import day_counts
from storage.openings import (
    opening_counts,
    opening_feeds,
    opening_import,
    opening_index,
    opening_list,
    opening_questions,
    opening_search,
    opening_titles,
    openings,
    search_log,
    synonyms,
)
from storage.openings.opening_feeds import FeedImport, Marks
from storage.openings.opening_search import Criteria
from storage.openings.wishes import Wish
from storage.outbox import outbox
from tests.storage.furnished import COOK, NOW, NURSE, SOUGHT, TODAY
from tests.storage.walls import Query

OPENINGS: dict[str, Query] = {
    "applications.begin": lambda conn, me, its: applications.begin(conn, me, its.talk, its.opening, "en", NOW),
    "applications.content": lambda conn, me, its: applications.content(conn, me, its.application),
    "applications.get": lambda conn, me, its: applications.get(conn, me, its.application),
    "applications.in_progress": lambda conn, me, its: applications.in_progress(conn, me, its.talk),
    "applications.is_kept": lambda conn, me, its: applications.is_kept(conn, me, its.talk, its.application),
    "applications.setting": lambda conn, me, its: applications.setting(conn, me) != ApplySetting(),
    "logos.of_company": lambda conn, me, its: logos.of_company(conn, me),
    "logos.remove": lambda conn, me, its: logos.remove(conn, me),
    "opening_questions.of_decisions": lambda conn, me, its: opening_questions.of_decisions(conn, me, [its.asked]),
    "opening_questions.subject_of": lambda conn, me, its: opening_questions.subject_of(conn, me, its.talk),
    "opening_questions.record": lambda conn, me, its: opening_questions.record(conn, me, its.review, its.opening),
    "day_counts.first_day": lambda conn, me, its: day_counts.first_day(conn, me),
    "day_counts.totals": lambda conn, me, its: day_counts.totals(conn, me, ["answered"], "2000", ("day",)),
    "search_log.record": lambda conn, me, its: search_log.record(conn, me, its.talk, Wish(()), 0, "en", NOW),
    "search_log.total": lambda conn, me, its: search_log.total(conn, me, NOW) != (0, 0),
    "search_log.unfound": lambda conn, me, its: search_log.unfound(conn, me, NOW),
    "opening_counts.by_place": lambda conn, me, its: opening_counts.by_place(
        conn, me, Criteria(("nurse",)), TODAY, around=(51.3, 9.5), within_km=None, limit=5
    ),
    "opening_counts.by_profession": lambda conn, me, its: opening_counts.by_profession(
        conn, me, Criteria(("nurse",)), TODAY, limit=5
    ),
    "opening_counts.by_work_mode": lambda conn, me, its: opening_counts.by_work_mode(conn, me, Criteria(), TODAY),
    "opening_counts.of_company": lambda conn, me, its: opening_counts.of_company(conn, me, TODAY),
    "opening_index.put": lambda conn, me, its: opening_index.put(conn, me, [(its.opening, COOK)], TODAY),
    "opening_index.renew": lambda conn, me, its: opening_index.renew(conn, me, 9),
    "opening_index.remove": lambda conn, me, its: opening_index.remove(conn, me, [its.opening]),
    "opening_list.count": lambda conn, me, its: opening_list.count(conn, me, "open", "nurse"),
    "opening_list.cities_on_offer": lambda conn, me, its: opening_list.cities_on_offer(conn, me),
    "opening_list.kinds_on_offer": lambda conn, me, its: opening_list.kinds_on_offer(conn, me),
    "opening_list.open_by_feed": lambda conn, me, its: opening_list.open_by_feed(conn, me),
    "opening_list.page": lambda conn, me, its: opening_list.page(conn, me, "open", limit=9),
    "opening_search.find": lambda conn, me, its: opening_search.find(conn, me, SOUGHT, TODAY).ids,
    "opening_search.matching": lambda conn, me, its: matched(conn, me),
    "opening_feeds.accept": lambda conn, me, its: opening_feeds.accept(conn, me, its.held, NOW),
    "opening_feeds.by_url": lambda conn, me, its: opening_feeds.by_url(conn, me, "file:a"),
    "opening_feeds.change": lambda conn, me, its: opening_feeds.change(
        conn, me, its.feed, format="csv", url="https://else.example/", every_minutes=5, now=NOW
    ),
    "opening_feeds.fetch_soon": lambda conn, me, its: opening_feeds.fetch_soon(conn, me, its.feed, NOW),
    "opening_feeds.fetched": lambda conn, me, its: opening_feeds.fetched(conn, me, its.feed, Marks(), NOW),
    "opening_feeds.get": lambda conn, me, its: opening_feeds.get(conn, me, its.feed),
    "opening_feeds.imports": lambda conn, me, its: opening_feeds.imports(conn, me, its.feed),
    "opening_feeds.log": lambda conn, me, its: opening_feeds.log(conn, me, its.feed, FeedImport("failed"), NOW),
    "opening_feeds.not_fetched": lambda conn, me, its: opening_feeds.not_fetched(conn, me, its.feed, None),
    "opening_feeds.of_company": lambda conn, me, its: opening_feeds.of_company(conn, me),
    "opening_feeds.remove": lambda conn, me, its: opening_feeds.remove(conn, me, its.feed, NOW),
    "opening_feeds.take": lambda conn, me, its: opening_feeds.take(conn, me, its.feed, NOW),
    "opening_import.apply": lambda conn, me, its: opening_import.apply(conn, me, its.feed, [COOK], NOW),
    "opening_import.close": lambda conn, me, its: opening_import.close(conn, me, its.feed, ["n1"], NOW).closed,
    "opening_import.difference": lambda conn, me, its: (
        opening_import.difference(conn, me, its.feed, [NURSE]).added != ("Nurse",)
    ),
    "opening_import.differing": lambda conn, me, its: opening_import.differing(conn, me, its.feed, [NURSE]) != (NURSE,),
    "opening_import.open_ids": lambda conn, me, its: opening_import.open_ids(conn, me, its.feed),
    "opening_import.put": lambda conn, me, its: opening_import.put(conn, me, its.feed, [COOK], NOW),
    "opening_titles.by_title": lambda conn, me, its: opening_titles.by_title(conn, me),
    "openings.by_ids": lambda conn, me, its: openings.by_ids(conn, me, [its.opening]),
    "openings.by_reference": lambda conn, me, its: openings.by_reference(conn, me),
    "openings.count_open": lambda conn, me, its: openings.count_open(conn, me),
    "openings.get": lambda conn, me, its: openings.get(conn, me, its.opening),
    "openings.of_company": lambda conn, me, its: openings.of_company(conn, me),
    "undelivered.of_company": lambda conn, me, its: undelivered.of_company(conn, me),
    "undelivered.try_now": lambda conn, me, its: undelivered.try_now(conn, me, NOW),
    "outbox.counts": lambda conn, me, its: outbox.counts(conn, me),
    "outbox.given_up_since": lambda conn, me, its: outbox.given_up_since(conn, me, ["alert"], NOW),
    "outbox.has": lambda conn, me, its: outbox.has(conn, me, "alert", "blocked:1:email"),
    "outbox.send_again": lambda conn, me, its: outbox.send_again(conn, me, "alert", its.alert, NOW),
    "outbox.of_kind": lambda conn, me, its: outbox.of_kind(conn, me, "alert"),
    "openings.titles": lambda conn, me, its: openings.titles(conn, me),
    "openings.towns": lambda conn, me, its: openings.towns(conn, me),
    "synonyms.of_company": lambda conn, me, its: synonyms.of_company(conn, me),
    "synonyms.remove": lambda conn, me, its: synonyms.remove(conn, me, its.synonym),
}


def matched(conn: Connection, company_id: int) -> list[int]:
    fitting = opening_search.matching(conn, company_id, SOUGHT, TODAY)
    return [row[0] for row in fitting.rows(conn, fitting.query)]
