"""The detectors page: figures, reasons in words, retrain, roll back, override, back to the starter."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from storage.models import detectors, model_files
from storage.models.detectors import DetectorVersion
from tests.admin.annotated import label, talk_of
from tests.admin.conftest import Open, Trainer, Visit
from tests.admin.world import NOW, Visitor, World, log_in, words_of

COMPARED = [
    {"figure": "jsd", "on": "all", "turns": 120, "before": 0.15, "after": 0.21, "low": 0.03, "high": 0.09},
    {"figure": "auc", "on": "all", "turns": 120, "before": 0.82, "after": 0.83, "low": -0.01, "high": 0.03},
]


def make(world: World, *, blocked: bool = False) -> DetectorVersion:
    """Enter a detector with its verdict."""
    given: dict[str, Any] = {"file": "f", "sha256": "s", "taught": "1", "now": NOW}
    made = world.now(lambda conn: detectors.add_candidate(conn, world.demo.id, **given))
    figures = {"turns": 120, "dialogues": 14, "compared": COMPARED}
    told: dict[str, Any] = {"figures": figures, "cases": [], "reasons": COMPARED[:1] if blocked else [], "now": NOW}
    found: DetectorVersion = world.now(lambda conn: detectors.conclude(conn, world.demo.id, made.id, **told))
    return found


def live(world: World) -> str | None:
    found = world.now(lambda conn: detectors.live(conn, world.demo.id))
    return found.name if found else None


async def test_before_the_first_one_the_page_says_what_is_missing(world: World, ada: Visitor) -> None:
    label(world, talk_of(world, "How much?", "And holidays?"), "OX")
    words = words_of(await ada.text("/detectors"))
    assert "The starter detector answers" in words
    assert "Annotated so far: 2 of at least 100 replies, in 1 of at least 10 dialogues." in words
    assert "Retrain the detector" not in words


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "On all 120 replies of your dialogues, it is farther from what people say: the distance grew from 0.15"),
        ("de", "Der Abstand stieg von 0,15 auf 0,21, mehr als der Zufall erklärt."),
        ("fr", "l’écart est passé de 0,15 à 0,21, plus que le hasard ne l’explique."),
        ("zh", "差距从 0.15 增至 0.21，超出偶然波动。"),
    ],
)
async def test_a_blocked_detector_says_why_in_every_language(
    world: World, ada: Visitor, language: str, reason: str
) -> None:
    make(world, blocked=True)
    words = unescape(words_of(await ada.text("/detectors", headers={"Accept-Language": language})))
    assert reason in words


async def test_figures_stand_from_the_live_one_to_this(world: World, ada: Visitor) -> None:
    make(world)
    words = words_of(await ada.text("/detectors"))
    assert "d1 live" in words
    assert "Learnt from 120 annotated replies in 14 dialogues" in words
    assert "All replies of your dialogues 120 0.15 → 0.21 0.82 → 0.83" in words
    assert "The starter detector answers" not in words


async def test_going_back_and_forth_is_noted(world: World, ada: Visitor) -> None:
    first, second, blocked = make(world), make(world), make(world, blocked=True)
    await ada.post(f"/detectors/{first.id}/roll-back")
    assert live(world) == "d1"
    reason = {"your_name": "Ada", "reason": "The old labels were wrong"}
    await ada.post(f"/detectors/{blocked.id}/override", reason)
    assert live(world) == "d3"
    assert "Ada decided so: “The old labels were wrong”" in unescape(words_of(await ada.text("/detectors")))
    await ada.post(f"/detectors/{blocked.id}/retire")
    assert live(world) is None
    words = unescape(words_of(await ada.text("/audit")))
    for told in (
        "Rolled back to detector d1",
        "Let detector d3 go live though it was blocked",
        "starter detector, from",
    ):
        assert told in words
    assert second.name == "d2"


async def test_what_makes_no_sense_is_refused(world: World, ada: Visitor, visit: Visit) -> None:
    only = make(world)
    assert (await ada.post(f"/detectors/{only.id}/roll-back")).status == 409
    assert (await ada.post(f"/detectors/{only.id}/override", {"your_name": "Ada"})).status == 422
    assert (await ada.post("/detectors/99/retire")).status == 404
    eve = await visit(world.eve)
    assert (await eve.post(f"/detectors/{only.id}/retire")).status == 404
    assert live(world) == "d1"


async def test_a_detector_whose_file_was_given_up_says_so_and_is_not_gone_back_to(world: World, ada: Visitor) -> None:
    first, _ = make(world), make(world)
    world.now(lambda conn: model_files.give_up(conn, detectors.VERSIONS, world.demo.id, keep=0, now=NOW))
    page = unescape(await ada.text("/detectors"))
    assert "was deleted to save space" in page
    assert "/roll-back" not in page
    assert (await ada.post(f"/detectors/{first.id}/roll-back")).status == 409
    assert live(world) == "d2"


async def test_a_training_is_started_once(world: World, open_desk: Open) -> None:
    training = Trainer()
    ada = log_in(world.database, await open_desk(retrain_detector=training), world.ada)
    assert (await ada.post("/detectors/retrain")).headers["Location"] == "/admin/detectors?note=detector_started"
    training.starts = False
    assert (await ada.post("/detectors/retrain")).status == 409
    assert training.asked == ["demo", "demo"]


async def test_a_broken_file_is_told_of(world: World, open_desk: Open) -> None:
    desk = await open_desk(detector_trouble=lambda company: "the file is cut short" if company else None)
    ada = log_in(world.database, desk, world.ada)
    make(world)
    assert "Tell whoever runs Candor. What they need to know the file is cut short" in words_of(
        await ada.text("/detectors")
    )
