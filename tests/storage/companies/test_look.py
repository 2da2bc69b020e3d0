"""How a chat looks: what is kept of it, what is refused, and that its words can be read whatever colour is chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.companies import look as module
from storage.companies.colours import READABLE, contrast, readable_ink
from storage.companies.look import PLAIN, InvalidLook, Look, ink_of, look_json, look_of, stylesheet

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
CHOSEN: dict[str, Any] = {
    "bot_name": "Halmi",
    "colour": "#14594f",
    "ink": "#ffffff",
    "side": "left",
    "logo": "0123456789abcdef",
    "launcher": {"en": "Ask us", "de": "Frag uns"},
    "greeting": {"en": "Welcome!"},
    "starters": {"en": ["What do you pay?", "Can I work from home?"]},
}


def test_what_is_stored_is_read_again() -> None:
    look = look_of(CHOSEN)
    assert look.starters == {"en": ("What do you pay?", "Can I work from home?")}
    assert look_json(look) == CHOSEN
    assert look_json(PLAIN) is None
    assert look_of(None) == look_of({}) == PLAIN


def test_what_is_empty_is_not_kept() -> None:
    empty = {"bot_name": " ", "launcher": {"en": ""}, "starters": {"en": ["", " "], "de": None or []}, "side": "right"}
    assert look_json(look_of(empty)) is None


@pytest.mark.parametrize(
    ("given", "code", "name"),
    [
        ({"colour": "teal"}, "colour", "colour"),
        ({"colour": "#14594f;} * {display:none"}, "colour", "colour"),
        ({"colour": "#ffd400", "ink": "#ffffff"}, "contrast", "ink"),
        ({"colour": "#777777", "ink": "#fff"}, "contrast", "ink"),
        ({"ink": "#ffffff"}, "ink_alone", "ink"),
        ({"side": "top"}, "side", "side"),
        ({"bot_name": "x" * 41}, "long", "bot_name"),
        ({"greeting": {"en": "x" * 601}}, "long", "greeting"),
        ({"greeting": "Welcome!"}, "by_language", "greeting"),
        ({"starters": {"en": "What do you pay?"}}, "list", "starters"),
        ({"starters": {"en": ["a", "b", "c", "d", "e"]}}, "many", "starters"),
        ({"starters": {"en": ["x" * 121]}}, "long", "starters"),
        ({"color": "#14594f"}, "unknown", "color"),
    ],
)
def test_a_look_that_cannot_be_names_what_is_wrong(given: dict[str, Any], code: str, name: str) -> None:
    with pytest.raises(InvalidLook) as refused:
        look_of(given)
    assert (refused.value.code, refused.value.name) == (code, name)


def test_a_contrast_that_is_refused_is_never_rounded_up_to_one_that_would_do() -> None:
    with pytest.raises(InvalidLook) as refused:
        look_of({"colour": "#777777", "ink": "#ffffff"})  # 4.48:1
    assert refused.value.value == "4.4:1"


@given(COLOURS)
def test_on_every_colour_there_is_an_ink(colour: str) -> None:
    assert contrast(colour, readable_ink(colour)) >= READABLE
    assert look_of({"colour": colour, "ink": ink_of(Look(colour=colour))}).colour == colour


@given(COLOURS)
def test_what_is_written_in_a_companys_colour_can_be_read_in_light_and_dark(colour: str) -> None:
    light, dark = re.findall(r"--accent: (#[0-9a-f]{6})", stylesheet(Look(colour=colour)))
    assert min(contrast(light, ground) for ground in module._LIGHT) >= READABLE
    assert min(contrast(dark, ground) for ground in module._DARK) >= READABLE


def test_the_grounds_are_those_of_the_panel() -> None:
    source = (Path(__file__).parents[3] / "bot/widget/files/panel/panel.css").read_text(encoding="utf-8")
    named = [re.findall(rf"--{name}: (#[0-9a-f]{{6}})", source) for name in ("raised", "ground", "bot", "recruiter")]
    assert [tuple(scheme) for scheme in zip(*named, strict=True)] == [module._LIGHT, module._DARK]


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert "--accent: #14594f }" in stylesheet(Look(colour="#14594f"))
    assert stylesheet(PLAIN) == ""
