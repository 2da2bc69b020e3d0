from __future__ import annotations

import pytest

from tests.admin.world import Visitor, words_of


@pytest.mark.parametrize(
    ("language", "heading"), [("de", "Überblick"), ("fr", "Vue d’ensemble"), ("zh", "概览"), ("pt", "Overview")]
)
async def test_the_desk_speaks_the_browsers_language(ada: Visitor, language: str, heading: str) -> None:
    html = await ada.text("/", headers={"Accept-Language": language})
    assert f"<h1>{heading}</h1>" in html
    assert f'<html lang="{language if language != "pt" else "en"}" ' in html


async def test_the_switch_is_remembered_and_leads_back(ada: Visitor) -> None:
    response = await ada.post("/language", {"language": "de", "back": "/admin/dataset?q=a"})
    assert (response.status, response.headers["Location"]) == (303, "/admin/dataset?q=a")
    assert response.cookies["candor-desk-language"].value == "de"
    cookie = {"Cookie": f"candor-desk={ada.token}; candor-desk-language=de"}
    assert "Fragen &amp; Antworten" in words_of(await ada.text("/dataset", headers=cookie))


async def test_the_switch_works_before_the_login_and_leads_nowhere_else(ada: Visitor) -> None:
    ada.token = "none"
    response = await ada.post("/language", {"language": "fr", "back": "https://evil.example"}, csrf="")
    assert (response.status, response.headers["Location"]) == (303, "/admin/")


async def test_a_language_nobody_wrote_is_not_found(ada: Visitor) -> None:
    assert (await ada.post("/language", {"language": "xx"})).status == 404


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
async def test_every_page_can_be_read_in_every_language(ada: Visitor, language: str) -> None:
    for path in (
        "/",
        "/conversations",
        "/dataset",
        "/dataset/import",
        "/dataset/golden",
        "/models",
        "/users",
        "/audit",
    ):
        assert "{" not in words_of(await ada.text(path, headers={"Accept-Language": language}))
