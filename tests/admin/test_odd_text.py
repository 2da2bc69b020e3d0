"""HTML, and characters that turn the direction of writing, in the desk's fields: they stay, or become, plain text."""

from __future__ import annotations

from storage.answers import canned_replies
from storage.dataset import categories
from tests.admin.world import UNSURE, Visitor, World, seen_by, words_of

ODD = "\u202e\u061c<b onclick=alert(1)>x</b>\u2069"
PLAIN = "<b onclick=alert(1)>x</b>"
ESCAPED = "&lt;b onclick=alert(1)&gt;x&lt;/b&gt;"


async def fill_in(world: World, ada: Visitor) -> None:
    """Type it wherever words of one's own may stand."""
    salary, question = world.category_id("salary"), world.ask("May I bring my dog?", UNSURE, "defer")
    path = f"/dataset/categories/{salary}"
    answer = {"answer": "It depends. \u202e", "title": ODD, **seen_by(await ada.text(path))}
    forms = {
        "/dataset/categories": {"name": f"A {ODD}"},
        f"{path}/examples": {"sentences": f"How much {ODD}", "language": "en"},
        f"{path}/rename": {"name": f"Pay {ODD}"},
        f"{path}/answer": answer,
        "/dataset/golden": {"text": f"Pinned {ODD}", "category": "salary", "language": "en"},
        f"/reviews/{question}/answer": {"reply": f"Yes. {ODD}"},
        "/replies": {"reply_title": f"Reply {ODD}", "language": "en", "reply_text": "Yes. \u202e"},
        "/openings/synonyms": {"language": "en", "word": f"brewer {ODD}", "meaning": "beer maker"},
        "/findings/settle": {"kind": "data_check", "finding": "a" * 64 + f" {ODD}", "note": ODD},
        "/conversations/1/notes": {"remark": ODD},
    }
    for address, fields in forms.items():
        response = await ada.post(address, fields)
        assert response.status in (200, 204, 303), f"{address}: {words_of(await response.text())}"


async def test_what_is_typed_is_kept_without_turning_characters_and_shown_as_text(world: World, ada: Visitor) -> None:
    await fill_in(world, ada)
    kept = world.now(lambda conn: [each.label for each in categories.categories(conn, world.demo.id)])
    assert {f"A {PLAIN}", f"Pay {PLAIN}"} <= set(kept)
    assert world.category_of(f"How much {PLAIN}") == "salary"
    assert [each.title for each in world.now(lambda conn: canned_replies.of_company(conn, world.demo.id))] == [
        f"Reply {PLAIN}"
    ]
    pages = (
        "/dataset", f"/dataset/categories/{world.category_id('salary')}", "/dataset/answers", "/dataset/golden",
        "/replies", "/openings/synonyms", "/audit", "/conversations/1", "/reviews?status=corrected",
    )  # fmt: skip
    for page in pages:
        html = await ada.text(page)
        assert ESCAPED in html, page
        assert PLAIN not in html, page
        assert "\u202e" not in html, page


async def test_markup_that_candidates_would_see_raw_is_refused_in_an_answer(world: World, ada: Visitor) -> None:
    path = f"/dataset/categories/{world.category_id('salary')}"
    response = await ada.post(f"{path}/answer", {"answer": f"It depends. {ODD}", **seen_by(await ada.text(path))})
    assert response.status == 422
    assert "would be shown as it stands" in words_of(await response.text())
