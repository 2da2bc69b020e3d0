"""A logo is a small PNG, and only what draws it is kept."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.companies.pictures import MOST_BYTES, InvalidPicture, cleaned, digest
from tests.pictures import chunk, png

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
WHOLE = png()


def test_a_picture_stays_as_it_is() -> None:
    assert cleaned(WHOLE) == WHOLE
    assert cleaned(cleaned(WHOLE)) == WHOLE


def test_what_does_not_draw_is_left_behind() -> None:
    told = chunk(b"tEXt", b"Author\0Ada") + chunk(b"eXIf", b"Berlin") + chunk(b"iTXt", b"<script>")
    assert cleaned(png(more=told)) == WHOLE
    assert cleaned(WHOLE + SVG) == WHOLE


def test_another_picture_has_another_digest() -> None:
    assert digest(WHOLE) != digest(png(colour=(1, 2, 3)))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"", "not_png"),
        (SVG, "not_png"),
        (b"\xff\xd8\xff\xe0JFIF", "not_png"),
        (WHOLE + b"\0" * MOST_BYTES, "large"),
        (png(8), "sides"),
        (png(1025), "sides"),
        (png(rows=31), "damaged"),
        (png(rows=33), "damaged"),
        (png(rows=30_000), "damaged"),
        (WHOLE[:-1], "damaged"),
        (WHOLE[:60], "damaged"),
        (WHOLE.replace(b"IHDR", b"IHDX"), "damaged"),
        (WHOLE[:8] + chunk(b"IEND", b""), "damaged"),
        (png(more=chunk(b"IDAT", b"no pixels")), "damaged"),
    ],
)
def test_what_is_no_small_png_is_refused(given: bytes, code: str) -> None:
    with pytest.raises(InvalidPicture) as refused:
        cleaned(given)
    assert refused.value.code == code


def test_a_picture_that_unpacks_to_far_more_than_it_says_is_refused_unpacked() -> None:
    bomb = WHOLE[:33] + chunk(b"IDAT", zlib.compress(b"\0" * 100_000_000)) + chunk(b"IEND", b"")
    with pytest.raises(InvalidPicture):
        cleaned(bomb)


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_one_wrong_byte_is_noticed(place: int, change: int) -> None:
    damaged = WHOLE[:place] + bytes([WHOLE[place] ^ change]) + WHOLE[place + 1 :]
    with pytest.raises(InvalidPicture):
        cleaned(damaged)
