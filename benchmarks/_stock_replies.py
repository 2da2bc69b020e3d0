"""Replies put into conversations whose bot waits for one: yes or no, a category, what an application or alert needs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from _candidates_of_jobs import CITIES
from _stock_places import (
    ACCESS,
    ADDRESS,
    ASKED,
    ASKED_BACK,
    ASKED_WHAT,
    ASKED_WHERE,
    CONFIRMING,
    EMAIL,
    FILE,
    ITSELF,
    NAME,
    NOWHERE,
    OFTEN,
    ONE,
    PLACES,
    SEND,
    StockTurn,
)
from _stock_turns import EACH, EITHER, STRANGE, general, golden, known_professions, rows, taught

from bot.dialogue.policy import CONFIRMED
from bot.texts import load_texts
from candor.house import job_words
from candor.product import DATA_FOLDER
from nlu.data_rows import forms_in, lots, sentences
from nlu.data_rows import rows as data_rows
from nlu.understanding import Guess, Stage, Understanding
from nlu.words.question_form import is_question
from storage import Connection
from storage.applications import applications
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.openings.openings import Opening
from storage.reviews import decisions
from storage.subscriptions.subscriptions import FREQUENCIES

REPLIES = DATA_FOLDER / "dialogues" / "replies.csv"
SEARCH_REPLIES = DATA_FOLDER / "dialogues" / "search_replies.csv"
ADDRESSES = ("ada@example.org", "b.okafor+jobs@mail.example.com", "jun_2000@example.net", "l.petit@exemple.fr")
NO_ADDRESSES = (
    "ada at example dot org",
    "ada.example.org",
    "ada (at) example.org",
    "it's ada at gmail",
    "ada_berg gmx",
    "gmail: ada.berg",
)
APPLY = frozenset({"apply"})
TURN_WORDS = DATA_FOLDER / "turn_words"
_OF_TURNS = ("meaning", "forms")
_REPLIES_TO_A_SEARCH = {
    "reply": frozenset({"start", "answer", "change", "unknown", "unknown_trade", "unclear"}),
    "other": ITSELF | {"give_up", "language"},
}
_STEERS = {"apply": "want_to_apply", "go_on": "go_on_applying", "give_up": "give_up"}
"""Meanings of words that steer a talk, and the readings that are right then."""
TIMES = 2
"""How many times EACH replies of a kind are drawn."""


def stock_replies(language: str, shown: Sequence[Opening], seed: int) -> Iterator[StockTurn]:
    """Yield replies of every kind, drawn with this seed; `shown` are the openings that are spoken of."""
    chosen = random.Random(f"{seed}:{language}:replies")
    waiting = (_to_a_question_back, _in_an_application, _in_a_subscription, _about_alerts, _steering)
    for source in (*waiting * TIMES, _in_another_language):
        yield from (source(language, chosen, shown) for _ in range(EACH))


def replies_to_a_search(language: str) -> Iterator[StockTurn]:
    """Yield what people write where a search has asked for a profession or a town, all of it."""
    for row in rows(SEARCH_REPLIES):
        if row["language"] == language:
            where = ASKED_WHAT if row["asked"] == "profession" else ASKED_WHERE
            yield StockTurn(row["text"], where, _REPLIES_TO_A_SEARCH[row["kind"]])


def put_there(conn: Connection, talk: Conversation, turn: StockTurn, shown: Sequence[Opening], now: datetime) -> None:
    """Give a conversation what its bot waits for an answer to: a question asked back, or an application.

    Elsewhere the bot has replied to something, but where nothing was said yet.
    """
    its = (conn, talk.company_id, talk.id)
    if turn.where not in (CONFIRMING, ASKED_BACK, NOWHERE):
        said = messages.append(*its, NewMessage("incoming", "candidate", "?", client_id="before"), now)
        messages.append(*its, NewMessage("outgoing", "bot", "!", reply_to=said.seq), now)
    if turn.where in (CONFIRMING, ASKED_BACK):
        stage, intent = (Stage.GENERAL, turn.asked) if turn.where == CONFIRMING else (Stage.FAQ, "salary")
        guesses = (Guess(intent, 0.5), Guess("benefits", 0.3))
        seen = Understanding("?", talk.language, stage, intent, 0.5, guesses, (), "v1")
        asked = messages.append(*its, NewMessage("incoming", "candidate", "?", client_id="before"), now)
        assert asked.seq == ASKED
        decisions.record(*its, asked.seq, decisions.NewDecision(seen, "clarify", 0.5), now)
    if turn.where in (NAME, EMAIL, FILE, SEND):
        begun = applications.begin(*its, shown[0].id, talk.language, now)
        known = {"email": begun.named("Ada Berg"), "file": begun.named("Ada Berg").reached_at("ada@example.org")}
        known["confirm"] = known["file"].without_file()
        applications.keep(conn, known.get(turn.where, begun), now)


def _to_a_question_back(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """Yes, no or the same again where the bot asked to confirm; none of them where it asked back; or something else."""
    where, asked = chosen.choice((CONFIRMING, CONFIRMING, ASKED_BACK)), chosen.choice(sorted(CONFIRMED))
    if chosen.random() < 0.5:
        return replace(_something_else(language, chosen, shown), where=where, asked=asked)
    said = ("deny",) if where == ASKED_BACK else chosen.choice((("affirm", "deny"), ("affirm", "deny"), (asked,)))
    text = chosen.choice([text for text, intent in general(language) if intent in said])
    return StockTurn(text, where, frozenset({"none_of_them" if where == ASKED_BACK else "confirmed"}), asked)


def _in_an_application(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """What an application asks for: a name, an address, no file, a yes; or something else."""
    where = chosen.choice((NAME, EMAIL, FILE, SEND))
    if chosen.random() < 0.5:
        return replace(_something_else(language, chosen, shown), where=where)
    if where == EMAIL and chosen.random() < 0.3:
        return StockTurn(chosen.choice((*NO_ADDRESSES, "ada@", "@example.org")), where, APPLY)  # is asked for again
    if where in (NAME, EMAIL):
        return StockTurn(_reply(language, chosen, "name" if where == NAME else "address"), where, frozenset({"apply"}))
    said = ("deny",) if where == FILE else ("affirm", "deny")
    return StockTurn(
        chosen.choice([text for text, its in general(language) if its in said]), where, frozenset({"apply"})
    )


def _steering(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """Words that steer a talk: who applies for the opening talked of, goes on with that, or gives it up."""
    known = {row["meaning"]: forms_in(row["forms"]) for _, row in data_rows(TURN_WORDS / f"{language}.csv", _OF_TURNS)}
    meaning = chosen.choice(tuple(_STEERS))
    text = chosen.choice([form for form in known[meaning] if "*" not in form])
    where = ONE if meaning == "apply" else chosen.choice((NAME, EMAIL, FILE, SEND))
    return StockTurn(text, where, frozenset({_STEERS[meaning]}))


def _in_a_subscription(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """What a subscription asks for: an address, or what cannot be one, or how often; or something else."""
    where = chosen.choice((ADDRESS, ADDRESS, OFTEN, ACCESS))
    if chosen.random() < 0.4:
        return replace(_something_else(language, chosen, shown), where=where)
    if where == OFTEN:
        forms = load_texts().get(language, f"subscription.words.{chosen.choice(FREQUENCIES)}").split("|")
        return StockTurn(chosen.choice(forms), where, frozenset({"alert"}))
    if where == ADDRESS and chosen.random() < 0.4:
        strange = chosen.choice((*NO_ADDRESSES, *STRANGE))
        return StockTurn(strange, where, frozenset({"attempt_at_an_address"}))
    return StockTurn(_reply(language, chosen, "address"), where, frozenset({"alert"}))


def _about_alerts(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """The wish for job alerts or for their end, whatever profession, place or address it names."""
    wish = chosen.choice(("job_subscribe", "job_subscribe", "job_unsubscribe"))
    text = chosen.choice([text for text, intent in general(language) if intent == wish])
    said = [job_words().titles.city(chosen.choice(CITIES), language), chosen.choice(known_professions(language))]
    said += [chosen.choice(ADDRESSES)]
    more = chosen.sample(said, chosen.choice((0, 1, 1, 2)))
    return StockTurn(" ".join([text, *more]), chosen.choice((*PLACES, ONE)), ITSELF)


def _in_another_language(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    said = [row["text"] for row in rows(REPLIES) if row["language"] == "other"]
    where = chosen.choice((*PLACES, CONFIRMING, NAME, EMAIL, ADDRESS))
    return StockTurn(chosen.choice(said), where, frozenset({"foreign_language"}))


def _something_else(language: str, chosen: random.Random, shown: Sequence[Opening]) -> StockTurn:
    """A question or a request that answers nothing the bot asked."""
    if chosen.random() < 0.4:
        return StockTurn(_in_short(language, chosen), NOWHERE, ITSELF)
    if chosen.random() < 0.3:
        text = chosen.choice([text for text, intent in general(language) if intent not in EITHER | CONFIRMED])
        return StockTurn(text, NOWHERE, ITSELF)
    source = chosen.choice((_asking, taught, golden))
    return replace(source(language, chosen, shown), right=ITSELF)


def _in_short(language: str, chosen: random.Random) -> str:
    """A taught question in a word or two, or one of the shortest there are."""
    known = sorted({row["text"] for row in rows(DATA_FOLDER / "demo" / f"faq.{language}.csv")}, key=len)
    if language == "zh" or chosen.random() < 0.3:
        return chosen.choice(known[: len(known) // 10])
    words = chosen.choice(known).rstrip("?.!").split()
    longest = sorted(words, key=len)[-chosen.choice((1, 1, 2)) :]
    return " ".join(word for word in words if word in longest)


def _asking(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A question that careers sites hear beside what the company teaches."""
    while True:
        text = chosen.choice(sentences(chosen.choice(lots(DATA_FOLDER / "background" / language, "txt"))))
        if is_question(text, language):
            return StockTurn(text, NOWHERE, ITSELF)


def _reply(language: str, chosen: random.Random, meaning: str) -> str:
    forms = [row["text"] for row in rows(REPLIES) if (row["language"], row["meaning"]) == (language, meaning)]
    known = [
        row["forms"].split("|")
        for row in rows(DATA_FOLDER / "invariance" / f"{language}.csv")
        if row["meaning"] == "name"
    ]
    first, last = chosen.sample(known[0], 2)
    if chosen.random() < 0.3:  # many a name is a town's, too
        last = job_words().titles.city(chosen.choice(CITIES), language)
    name = first if chosen.random() < 0.2 else f"{first}{'' if language == 'zh' else ' '}{last}"
    return chosen.choice(forms).format(name=name, address=chosen.choice(ADDRESSES))
