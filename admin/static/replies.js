// Canned replies: picked from a list below the reply, by its button or by typing "/" and letters of a title.
"use strict";

(() => {
  const ASKED = /(?:^|\s)\/([^\s/]*)$/u;
  const field = () => document.querySelector("form.reply textarea");
  const list = () => document.getElementById("offers");
  const shown = () => [...list().querySelectorAll("[role=option]:not([hidden])")];
  const chosen = () => list().querySelector("[aria-selected=true]");
  // Where the "/" stands that was put aside with Escape, and the one that the button wrote.
  let dismissed = -1;
  let written = -1;

  // What is asked for at the caret: where its "/" stands, and the letters behind it.
  const asked = () => {
    const before = field().value.slice(0, field().selectionStart);
    const found = ASKED.exec(before);
    return found && { start: before.length - found[1].length - 1, letters: found[1].toLocaleLowerCase() };
  };

  const say = (words) => {
    document.getElementById("offers-state").textContent = words;
  };

  const choose = (option) => {
    const all = list().querySelectorAll("[role=option]");
    for (const each of all) each.setAttribute("aria-selected", String(each === option));
    field().setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    if (!list() || list().hidden) return;
    list().hidden = true;
    say("");
    field().removeAttribute("aria-activedescendant");
  };

  const giveUp = () => {
    const open = asked();
    close();
    dismissed = open?.start ?? -1;
    if (open && open.start === written && !open.letters) put("", open.start);
    written = -1;
  };

  // Each conversation has its own: they are filled in for the candidate.
  const loading = new WeakMap();
  const load = (its) => {
    if (!loading.has(its)) loading.set(its, fill(its));
    return loading.get(its);
  };

  const fill = async (its) => {
    const answer = await fetch(its.dataset.from, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.ok && !answer.headers.has("HX-Redirect")) its.innerHTML = await answer.text();
    else loading.delete(its);
  };

  // Letters begin a word of the title; Chinese has no blanks between words.
  const fits = ({ dataset: { title } }, letters) => {
    const its = title.toLocaleLowerCase();
    if (/\p{Script=Han}/u.test(letters)) return its.includes(letters);
    return its.split(/[\s/–-]+/u).some((word) => word.startsWith(letters));
  };

  const show = async () => {
    const its = list();
    if (!asked() || asked().start === dismissed) return close();
    await load(its);
    const open = list() === its && asked();
    if (!open) return close();
    for (const each of its.querySelectorAll("[role=option]")) each.hidden = !fits(each, open.letters);
    its.hidden = shown().length === 0;
    if (its.hidden) field().removeAttribute("aria-activedescendant");
    else choose(shown()[0]);
    say(its.hidden && open.start !== written ? "" : its.dataset[shown().length ? "many" : "none"]);
  };

  const put = (text, start) => {
    field().setRangeText(text, start, field().selectionStart, "end");
    field().dispatchEvent(new Event("input", { bubbles: true }));
  };

  // What could not be filled in is selected, to be typed over.
  const insert = (option) => {
    const { start } = asked();
    const text = option.dataset.text;
    close();
    written = -1;
    put(text, start);
    const open = /\{\{[^{}]*\}\}/u.exec(text);
    field().focus();
    if (open) field().setSelectionRange(start + open.index, start + open.index + open[0].length);
  };

  const step = (by) => {
    const all = shown();
    choose(all[(all.indexOf(chosen()) + by + all.length) % all.length]);
  };

  const KEYS = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => insert(chosen()),
    Escape: giveUp,
  };

  document.addEventListener("input", (event) => {
    if (event.target !== field() || !list()) return;
    if (asked()?.start !== dismissed) dismissed = -1;
    show();
  });

  document.addEventListener("keydown", (event) => {
    if (event.target !== field() || !list() || list().hidden || !KEYS[event.key]) return;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    KEYS[event.key]();
  }, true);

  document.addEventListener("focusout", (event) => {
    if (event.target === field() && list()) giveUp();
  });

  // A press on the list must not take the focus, and so the list, away.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#offers")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const option = event.target.closest("#offers [role=option]");
    if (option) return insert(option);
    if (!event.target.closest("[data-offers]") || !field()) return;
    event.preventDefault();
    const { value, selectionStart: caret } = field();
    const gap = caret > 0 && /\S/u.test(value[caret - 1]) ? " " : "";
    field().focus();
    written = caret + gap.length;
    dismissed = -1;
    put(`${gap}/`, caret);
  });
})();
