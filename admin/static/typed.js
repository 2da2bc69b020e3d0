// What is typed survives: a reply that is not sent yet, and every form that the end of a session took away.
"use strict";

(() => {
  // --- replies of the inbox: they outlive a reload, the end of a session and a lost connection ----------------------
  const DRAFT = "candor-draft-";
  const person = () => document.querySelector("[data-person]")?.dataset.person ?? "";
  const draftOf = (field) => `${DRAFT}${person()}-${field.dataset.draft}`;

  const bringDraft = () => {
    const field = document.querySelector("textarea[data-draft]");
    if (field && !field.value) field.value = localStorage.getItem(draftOf(field)) ?? "";
  };

  document.addEventListener("input", (event) => {
    if (!event.target.matches("textarea[data-draft]")) return;
    if (event.target.value) localStorage.setItem(draftOf(event.target), event.target.value);
    else localStorage.removeItem(draftOf(event.target));
  });

  document.addEventListener("reset", (event) => {
    const field = event.target.querySelector("textarea[data-draft]");
    if (field) localStorage.removeItem(draftOf(field));
  });

  // --- forms: kept in this tab when the page goes, brought back only where a login or a refusal came in between ------
  const KEPT = "candor-typed";
  const place = () => location.pathname;
  const forms = () => [...document.querySelectorAll("form[method=post]")];
  // Where a form sends its fields, and of which language they are.
  const addressOf = (form) => `${form.getAttribute("action")} ${form.querySelector("input[type=hidden][name=language]")?.value ?? ""}`;
  const fields = (form) =>
    [...form.elements].filter((each) => each.name && !["hidden", "password", "file", "submit", "button"].includes(each.type));

  // What stands in a field, and whether somebody has put it there.
  const isTick = (field) => ["checkbox", "radio"].includes(field.type);
  const valueOf = (field) => (isTick(field) ? field.checked : field.value);
  const isChanged = (field) => {
    if (isTick(field)) return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((each) => each.selected !== each.defaultSelected && each.defaultSelected)
      || (field.selectedIndex > 0 && ![...field.options].some((each) => each.defaultSelected));
    return field.value !== field.defaultValue;
  };

  // What a form was refused with stands in it as if the server had it.
  const isTyped = (form) => form.hasAttribute("data-unsaved") || fields(form).some(isChanged);

  // What a form showed before anybody typed: it tells forms apart that send the same fields to the same address.
  const shownIn = (form) => JSON.stringify(fields(form).map((field) => [field.name, isTick(field) ? field.value : field.defaultValue ?? ""]));

  // All fields, and which of them somebody has changed: what they left alone may have been changed by others since.
  const typedInto = (form) => {
    const shown = form.hasAttribute("data-unsaved") ? JSON.parse(form.querySelector("[name=shown]")?.value ?? "{}") : null;
    const isTheirs = (field) => (shown && !isTick(field) ? valueOf(field) !== shown[field.name] : shown || isChanged(field));
    return fields(form).map((field) => [field.name, valueOf(field), Boolean(isTheirs(field))]);
  };

  let isLeaving = false;
  const keep = () => {
    if (isLeaving || !person()) return;
    const changed = forms().filter((form) => !form.querySelector("[data-draft]") && isTyped(form));
    const held = changed.map((form) => ({ action: addressOf(form), shown: shownIn(form), values: typedInto(form) }));
    const refused = document.querySelector("#alert [data-refused]") !== null;
    if (held.length) sessionStorage.setItem(KEPT, JSON.stringify({ person: person(), place: place(), held, due: refused }));
  };

  const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const put = (all) => (all?.held.length ? sessionStorage.setItem(KEPT, JSON.stringify(all)) : sessionStorage.removeItem(KEPT));

  const fill = (form, values) => {
    const its = fields(form);
    if (its.length !== values.length || its.some((field, at) => field.name !== values[at][0])) return false;
    its.forEach((field, at) => {
      if (!values[at][2] || valueOf(field) === values[at][1]) return;
      if (isTick(field)) field.checked = values[at][1];
      else field.value = values[at][1];
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return true;
  };

  // The form that showed the same; where its page shows something else by now, the only one with its address.
  const isFilled = ({ action, shown, values }) => {
    const its = forms().filter((form) => addressOf(form) === action);
    const same = its.filter((form) => shownIn(form) === shown);
    return (same.length ? same : its.length === 1 ? its : []).some((form) => fill(form, values));
  };

  // A form that is not on the page yet, such as that of a panel, is filled in once it is.
  const bringBack = () => {
    const all = kept();
    if (!all?.due || all.place !== place() || all.person !== person()) return;
    const left = all.held.filter((each) => !isFilled(each));
    const words = document.getElementById("alert");
    const line = document.createElement("p");
    line.className = "kept";
    const isGone = left.length > 0 && document.querySelector("#main > [data-gone]") !== null;
    line.textContent = isGone ? words.dataset.keptGone : left.length ? words.dataset.keptElsewhere : words.dataset.kept;
    words.replaceChildren(line, ...(isGone ? texts(left) : []));
    put({ ...all, held: left });
  };

  // What was typed into a page that is gone, such as that of a category which somebody deleted: to be copied.
  const texts = (held) =>
    held.flatMap(({ values }) => values).filter(([, value, isTheirs]) => isTheirs && typeof value === "string" && value).map(([, value]) => {
      const text = document.createElement("pre");
      text.dir = "auto";
      text.textContent = value;
      return text;
    });

  // A form that was sent in another way after all: nothing of it is to come back.
  document.addEventListener("candor:sent", ({ detail }) => {
    const all = kept();
    if (!all) return;
    put({ ...all, held: all.held.filter(({ action }) => !action.startsWith(`${detail} `)) });
    if (!kept()) document.querySelector("#alert > .kept")?.remove();
  });

  addEventListener("pagehide", keep);

  // Who logs out leaves nothing on a device that others may use.
  document.addEventListener("submit", (event) => {
    if (!event.target.action?.endsWith("/admin/logout")) return;
    isLeaving = true;
    sessionStorage.removeItem(KEPT);
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key);
  });

  document.addEventListener("htmx:afterSettle", () => {
    bringDraft();
    bringBack();
  });

  // Only what was lost comes back: a form that was sent, or left on purpose, is as the server has it.
  const all = kept();
  if (all && document.querySelector("[data-refused]")) put({ ...all, due: true });
  else if (all && !all.due) put(null);
  bringDraft();
  bringBack();
})();
