"""Annotated conversations out in the challenge's format, naming nobody, and dialogues from elsewhere in, once."""

from __future__ import annotations

import io
import json
import zipfile
from html import unescape

import pytest
from aiohttp import FormData

from evaluation.breakdown.dialogues import Dialogue
from evaluation.breakdown.logs import parse_log
from nlu.breakdown.dialogue import Distribution
from storage.annotations import foreign_dialogues
from tests.admin.annotated import label, talk_of
from tests.admin.conftest import Visit
from tests.admin.world import Visitor, World, words_of
from tests.evaluation.breakdown.written import log, turn


def upload(content: bytes, name: str) -> FormData:
    form = FormData()
    form.add_field("file", content, filename=name, content_type="application/octet-stream")
    return form


def zipped(*dialogues: dict[str, object]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for each in dialogues:
            archive.writestr(f"CIC_2/{each['dialogue-id']}.log.json", json.dumps(each))
    return stream.getvalue()


async def exported(visitor: Visitor) -> dict[str, Dialogue]:
    response = await visitor.get("/annotations/export")
    assert (response.status, response.content_type) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(await response.read())) as archive:
        return {name: parse_log(name, archive.read(name)) for name in archive.namelist()}


def names(world: World) -> list[str]:
    return [each.name for each in world.now(lambda conn: foreign_dialogues.of_company(conn, world.demo.id))]


async def test_the_export_holds_what_was_said_and_every_label_but_no_name(world: World, ada: Visitor) -> None:
    talk = talk_of(world, "How much?", "And holidays?")
    label(world, talk, "OX")
    label(world, talk, "TX", "ada@demo.example")
    talk_of(world, "Not annotated")
    ((name, dialogue),) = (await exported(ada)).items()
    assert name == f"demo/demo-{talk.id}.log.json"
    assert [(u.text, u.by_system) for u in dialogue.utterances()][:2] == [
        ("How much?", False),
        ("It depends on the position.", True),
    ]
    assert dialogue.ratings() == (None, Distribution(0.5, 0.5, 0), None, Distribution(0, 0, 1))
    assert {note.annotator for each in dialogue.turns for note in each.annotations} == {"annotator-1", "annotator-2"}
    assert "Exported the annotated conversations" in words_of(await ada.text("/audit"))


async def test_a_zip_of_dialogues_is_imported_once(world: World, ada: Visitor) -> None:
    content = zipped(log("a"), log("b"))
    for _ in range(2):
        response = await ada.post("/annotations/import", upload(content, "new.zip"))
        assert response.headers["Location"] == "/admin/annotations?note=dialogues_imported"
    assert names(world) == ["a", "b"]
    words = words_of(await ada.text("/audit"))
    assert "Imported 2 annotated dialogues" in words
    assert "Imported 0 annotated dialogues" in words


async def test_a_single_log_is_imported_and_replaced_by_one_of_the_same_name(world: World, ada: Visitor) -> None:
    for letters in ("OOO", "XXX"):
        said = [turn(0, "U", "Hello?"), turn(1, "S", "Cats.", letters)]
        await ada.post("/annotations/import", upload(json.dumps(log("a", said)).encode(), "a.log.json"))
    (kept,) = world.now(lambda conn: foreign_dialogues.of_company(conn, world.demo.id))
    assert [note["breakdown"] for note in kept.log["turns"][1]["annotations"]] == ["X", "X", "X"]


async def test_its_own_export_comes_back_without_doubling_anything(world: World, ada: Visitor) -> None:
    label(world, talk_of(world, "How much?"), "X")
    content = await (await ada.get("/annotations/export")).read()
    await ada.post("/annotations/import", upload(content, "own.zip"))
    assert names(world) == []
    assert len(await exported(ada)) == 1


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"nonsense", "a.log.json", "a.log.json, line 1: not JSON"),
        (b"nonsense", "a.zip", "a.zip: not a folder and not a ZIP file"),
        (zipped(), "a.zip", "no file in it ends in .log.json"),
        (json.dumps(log("a", [turn(0, "U", "Hi", "O")])).encode(), "a.log.json", "a user's turn is annotated"),
        (json.dumps(log("a", [turn(0, "S", "Hi")])).encode(), "a.log.json", "no turn is annotated"),
        (zipped(log("a"), log("a")), "../../a.zip", "a"),
        (b"nonsense", "..", "dialogues.zip: not a folder and not a ZIP file"),
        (b"nonsense", "ü" * 300 + ".log.json", "not JSON"),
    ],
)
async def test_what_cannot_be_imported_is_told_in_one_line(
    world: World, ada: Visitor, content: bytes, name: str, told: str
) -> None:
    response = await ada.post("/annotations/import", upload(content, name))
    page = unescape(words_of(await response.text()))
    assert response.status == 422
    assert told in page
    assert "/tmp" not in page
    assert names(world) == []


async def test_what_cannot_be_imported_is_told_in_the_language_of_who_sent_it(ada: Visitor) -> None:
    said = json.dumps(log("a", [turn(0, "U", "Hi", "O")])).encode()
    german = {"Cookie": f"candor-desk={ada.token}; candor-desk-language=de"}
    response = await ada.post("/annotations/import", upload(said, "a.log.json"), headers=german)
    assert "a.log.json, Dialog a, Beitrag 0: Hier ist der Beitrag eines Menschen" in words_of(await response.text())


async def test_another_company_gets_nothing(world: World, visit: Visit) -> None:
    label(world, talk_of(world, "How much?"), "X")
    assert await exported(await visit(world.eve)) == {}
