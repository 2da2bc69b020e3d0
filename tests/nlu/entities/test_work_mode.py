from __future__ import annotations

import pytest

from nlu.entities.work_mode import WorkMode, work_mode


@pytest.mark.parametrize(
    "text",
    [
        "remote jobs?",
        "can I work from home",
        "WFH possible?",
        "geht auch Homeoffice?",
        "Home-Office an zwei Tagen",
        "ich will von zuhause arbeiten",
        "mobiles Arbeiten möglich?",
        "c'est possible en télétravail ?",
        "en teletravail svp",
        "un poste à distance",
        "可以远程吗",
        "我想在家办公",
        "居家办公的岗位",
    ],
)
def test_working_from_home_is_understood(text: str) -> None:
    assert work_mode(text) is WorkMode.REMOTE


@pytest.mark.parametrize("text", ["hybrid is fine", "hybrides Arbeiten", "poste hybride", "混合办公"])
def test_hybrid_work_is_understood(text: str) -> None:
    assert work_mode(text) is WorkMode.HYBRID


@pytest.mark.parametrize(
    "text",
    [
        "jobs in Berlin",
        "bitte kein Homeoffice",
        "no remote please",
        "pas de télétravail",
        "我不想远程",
        "wie weit ist es bis nach Hause",
        "quelle distance en train ?",
        "",
    ],
)
def test_where_nothing_is_said_of_home_there_is_no_work_mode(text: str) -> None:
    assert work_mode(text) is None
