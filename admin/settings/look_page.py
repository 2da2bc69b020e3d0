"""The look of the chat: seen while it is typed, saved as the other settings are."""

from __future__ import annotations

from dataclasses import replace

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError, in_words
from admin.forms import FORM_BYTES, Form
from admin.pages import done, render
from admin.settings.look import LIMITS, LINES, look_from, values_of
from admin.settings.merging import Values, merged
from admin.settings.saving import ShownForm, drawn_form, refused_form, save_form, save_merged, shown_in
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.companies import companies, logos
from storage.companies.companies import Company
from storage.companies.look import SIDES, drawn
from storage.companies.pictures import MOST_BYTES, InvalidPicture, cleaned, digest
from texts.cleaning import one_line

LOOK = "/admin/settings/look"


async def look_page(request: web.Request) -> web.Response:
    """Show how the chat looks, to be changed."""
    seat = seat_of(request)
    return _show(request, seat, ShownForm(_values(seat.company)))


async def save(request: web.Request) -> web.Response:
    """Save the look; what somebody else has saved meanwhile stays, and is shown where both changed the same."""
    seat, form = seat_of(request), request[FORM]
    shown, typed = shown_in(form), _typed(seat, form)
    try:
        picture = _picture(form)
    except DeskError as error:
        return _show(request, seat, refused_form(seat, _with_logo(typed, shown), shown, error))
    if picture is not None:
        typed["logo"] = digest(picture)
    again = await save_form(seat, typed, shown, lambda conn, actor: _save(conn, actor, typed, shown, picture))
    if again is not None:
        return _show(request, seat, replace(again, values=_with_logo(again.values, again.shown or shown)))
    raise done(LOOK, "look_saved")


async def draft(request: web.Request) -> web.Response:
    """Tell how what is typed would look, or in words why it cannot be; nothing is saved."""
    seat, form = seat_of(request), request[FORM]
    saved, refused = seat.company.look, ""
    try:
        values = merged(shown_in(form), _values(seat.company), _typed(seat, form)).values
        wanted = look_from(values, saved)
    except DeskError as error:
        wanted, refused = saved, in_words(seat.say, error)
    return web.json_response({"saved": drawn(saved), "draft": drawn(wanted), "refused": refused})


def _save(conn: Connection, actor: Actor, typed: Values, shown: Values, picture: bytes | None) -> None:
    def keep(company: Company, values: Values) -> None:
        companies.set_look(conn, company.id, look_from(values, company.look))
        if not values["logo"]:
            logos.remove(conn, company.id)
        elif picture is not None and values["logo"] == digest(picture):
            logos.put(conn, company.id, picture)

    save_merged(conn, actor, shown, typed, _values, keep)


def _values(company: Company) -> dict[str, str]:
    return values_of(company.look, company.languages)


def _with_logo(values: Values, shown: Values) -> Values:
    """A picture that was chosen is gone with the form: the logo is the one that stands."""
    return {**values, "logo": shown.get("logo", "")}


def _typed(seat: Seat, form: Form) -> dict[str, str]:
    """What was typed into the fields of the page; the logo is what it was, or none."""
    typed = {name: _one(form, name) for name in _values(seat.company) if name in form.fields}
    if form.flag("logo_removed"):
        typed["logo"] = ""
    else:
        typed.pop("logo", None)
    return typed


def _one(form: Form, name: str) -> str:
    text = form.text(name, FORM_BYTES, required=False)
    return "\n".join(map(one_line, text.split("\n"))) if name.partition(".")[0] in LINES else one_line(text)


def _picture(form: Form) -> bytes | None:
    """The logo that was chosen; raises DeskError when it is none that is taken."""
    given = form.fields.get("logo_file")
    if not isinstance(given, web.FileField) or not given.filename:
        return None
    try:
        return cleaned(given.file.read(MOST_BYTES + 1))
    except InvalidPicture as error:
        raise DeskError(f"logo_{error.code}") from None


def _show(request: web.Request, seat: Seat, form: ShownForm) -> web.Response:
    everything = _values(seat.company) | dict(form.values)
    return render(
        request,
        "settings/look.html",
        **drawn_form(form, everything),
        languages=seat.company.languages,
        language=seat.company.default_language,
        limits=LIMITS,
        sides=SIDES,
        operators=(),
    )


ROUTES = [
    web.get("/settings/look", look_page),
    web.post("/settings/look", save),
    web.post("/settings/look/draft", draft),
]
