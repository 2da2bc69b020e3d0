// What the desk does beyond plain pages: CSRF header, refusals, focus, one-key review, local times.
"use strict";

(() => {
  const body = document.body;
  const byId = (id) => document.getElementById(id);

  // --- requests -------------------------------------------------------------------------------------------------
  document.addEventListener("htmx:configRequest", (event) => {
    const holder = document.querySelector("[data-csrf]");
    if (holder) event.detail.headers["X-CSRF-Token"] = holder.dataset.csrf;
    const typed = event.detail.elt;
    if (typed.matches("textarea[data-line]")) event.detail.parameters[typed.name] = lineAtCaret(typed);
  });

  // Of a field with one sentence a line, the sentence that is being typed.
  const lineAtCaret = ({ value, selectionStart: caret }) => {
    const start = value.lastIndexOf("\n", caret - 1) + 1;
    return value.slice(start).split("\n", 1)[0].slice(0, 600);
  };

  // What succeeded before says nothing of what is refused now.
  const forgetSuccess = () => document.querySelector("[data-succeeded]")?.remove();
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "alert" && target.childElementCount) forgetSuccess();
  });

  const alertWith = (words) => {
    forgetSuccess();
    const line = document.createElement("p");
    line.textContent = words;
    byId("alert").replaceChildren(line);
  };
  document.addEventListener("htmx:sendError", () => alertWith(byId("alert").dataset.offline));
  document.addEventListener("htmx:responseError", () => alertWith(byId("alert").dataset.broken));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || event.detail.xhr.status >= 400) return;
    const isPoll = event.detail.requestConfig.verb === "get";
    if (!isPoll) byId("alert")?.replaceChildren();
    if (!isPoll) event.detail.elt.closest?.("form[data-reset]")?.reset();
  });

  // --- one-key review -------------------------------------------------------------------------------------------
  const pending = () => [...document.querySelectorAll("[data-pending]")];
  const isTyping = (element) =>
    element.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;
  const current = () => document.activeElement?.closest("[data-review]") ?? null;

  const focusOn = (article) => {
    if (!article) return;
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "nearest" });
  };

  const step = (by) => {
    const all = [...document.querySelectorAll("[data-review]")];
    const index = all.indexOf(current());
    focusOn(index < 0 ? all[0] : all[Math.min(Math.max(index + by, 0), all.length - 1)]);
  };

  // Single keys work while the focus is in the queue, at its end or nowhere, never while somebody types.
  const AT_THE_QUEUE = "body, #main, [data-queue], [data-queue] *, #all-done, #older";
  const listens = (target) =>
    document.querySelector("[data-queue]") && !isTyping(target) && target.matches(AT_THE_QUEUE);

  // What is ticked is judged together, whichever question is selected.
  const isTicked = () => document.querySelector(".ticked:checked") !== null;
  const pressForTicked = (key) => {
    const wanted = document.querySelector(`#bulk [data-ticked-key="${key}"]`);
    if (wanted?.matches("select")) wanted.focus();
    else wanted?.click();
    return Boolean(wanted);
  };

  // Nothing is judged that is not selected: without a selection a key only selects.
  const press = (key) => {
    if (isTicked() && pressForTicked(key)) return;
    const article = current();
    const wanted = article?.querySelector(`[data-key="${key}"]`);
    // What goes out to a candidate though the bot was not sure takes a second key.
    if (wanted?.hasAttribute("data-asks")) wanted.focus();
    else if (article) wanted?.click();
    else focusOn(pending()[0]);
  };

  // The last verdict, wherever the selection has gone since.
  let judged = null;
  const takeBack = () => (byId(judged)?.querySelector("[data-undo]") ?? document.querySelector(".judged button"))?.click();

  const closePanel = (inside) => {
    const panel = inside.closest(".panel");
    if (!panel) return;
    panel.replaceChildren();
    focusOn(panel.closest("[data-review]"));
  };

  const KEYS = { j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) };

  // An answer in one's own words goes out as one does in the inbox.
  const sendsAnswer = (event) =>
    event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("form.direct textarea");

  document.addEventListener("keydown", (event) => {
    if (sendsAnswer(event)) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (event.key === "Escape" && event.target.closest(".panel")) return closePanel(event.target);
    if (spaceOnLink(event)) return event.preventDefault();
    if (!listens(event.target)) return;
    if (event.target.matches("a, button, summary") && ["ArrowDown", "ArrowUp"].includes(event.key)) return;
    if (event.key === "?") showKeys();
    else if (KEYS[event.key]) KEYS[event.key]();
    else if (event.key === "z") takeBack();
    else if (["c", "e", "a", "d", "w", "r", "f", "x"].includes(event.key)) press(event.key);
    else return;
    event.preventDefault();
  });

  // A link that looks like a button answers to the space bar like one.
  const spaceOnLink = (event) => {
    const link = event.key === " " && event.target.closest?.("a[role=button]");
    link?.click?.();
    return Boolean(link);
  };

  const countTicked = () => {
    const words = document.querySelector("[data-ticked]");
    if (words) words.textContent = words.dataset.ticked.replace("{n}", document.querySelectorAll(".ticked:checked").length);
  };

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-tick-all]")) {
      for (const box of document.querySelectorAll("[name=review][form=bulk]")) box.checked = target.checked;
    } else if (!target.matches(".ticked")) return;
    countTicked();
  });

  const showKeys = () => byId("keys")?.showModal();

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-show-keys]")) showKeys();
    const closer = event.target.closest("[data-close]");
    if (closer?.closest(".panel")) closePanel(closer);
    else if (closer) location.assign("/admin/reviews");
  });

  // --- focus after parts of the page were exchanged ---------------------------------------------------------------
  let reviewed = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    if (target.id.startsWith("review-")) reviewed = { id: target.id, left: pending() };
  });

  const moveOn = () => {
    const { id, left } = reviewed;
    reviewed = null;
    const done = byId(id)?.querySelector("[data-review]");
    if (!done) return;
    window.htmx.trigger(body, "reviewed");
    if (done.hasAttribute("data-pending")) return openAgain(done);
    judged = id;
    const position = left.findIndex((article) => article.dataset.review === done.dataset.review);
    const next = left.slice(position + 1).find((article) => article.isConnected) ?? pending().at(-1);
    if (next) focusOn(next);
    else finish();
  };

  const openAgain = (article) => {
    const words = byId("all-done");
    if (words) words.hidden = true;
    focusOn(article);
  };

  const finish = () => {
    const words = byId("all-done");
    if (!words) return;
    words.hidden = byId("older") !== null;
    (byId("older") ?? words).focus();
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    showLocalTimes(event.target);
    offerCopies(event.target);
    countTicked();
    if (reviewed) moveOn();
    event.target.querySelector?.("[data-panel] [data-autofocus]")?.focus();
    if (event.target === body) settlePage();
  });

  // A page that was exchanged by a form: say where one is, as a loaded page would.
  const settlePage = () => {
    forgetNote();
    settleAddress();
    if (document.activeElement === body) byId("main")?.focus();
  };

  // --- times, notes -----------------------------------------------------------------------------------------------
  const showLocalTimes = (root) => {
    const format = new Intl.DateTimeFormat(document.documentElement.dataset.locale, { dateStyle: "medium", timeStyle: "short" });
    for (const time of root.querySelectorAll?.("time[datetime]") ?? []) {
      time.title ||= time.textContent;
      time.textContent = format.format(new Date(time.dateTime));
    }
    // An option holds no element: its moment stands behind its name.
    for (const option of root.querySelectorAll?.("option[data-moment]") ?? []) {
      const [name] = option.textContent.split(" · ");
      option.textContent = `${name} · ${format.format(new Date(option.dataset.moment))}`;
    }
  };

  // Lines to be put elsewhere are copied, or marked where the browser lets no page write to its clipboard (plain HTTP).
  const offerCopies = (root) => {
    for (const button of root.querySelectorAll?.("[data-copy]") ?? []) button.hidden = false;
  };

  const copy = async (button) => {
    const lines = button.closest(".to-copy").querySelector("pre");
    try {
      await navigator.clipboard.writeText(lines.textContent);
      button.textContent = button.dataset.copied;
    } catch {
      getSelection().selectAllChildren(lines);
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });

  // A note belongs to what was just done: loading the page again does not show it again.
  const forgetNote = () => {
    const url = new URL(location.href);
    if (!url.searchParams.has("note")) return;
    url.searchParams.delete("note");
    history.replaceState(history.state, "", url);
  };

  // A page that answers a form stands where it can be loaded again, and come back to after a login.
  const settleAddress = () => {
    const { address } = byId("main")?.dataset ?? {};
    if (address) history.replaceState(history.state, "", address);
  };

  settleAddress();
  showLocalTimes(document);
  offerCopies(document);
  countTicked();
  forgetNote();
  if (document.querySelector("[data-queue]") && document.activeElement === body) focusOn(pending()[0]);
})();
