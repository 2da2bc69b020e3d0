// The inbox: keys, and which conversation of the list is open.
"use strict";

(() => {
  const all = () => [...document.querySelectorAll("#list a[data-talk]")];
  const opened = () => document.querySelector("[data-talk-open]")?.dataset.talkOpen;
  const isTyping = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;

  // --- keys -------------------------------------------------------------------------------------------------------
  const step = (by) => {
    const talks = all();
    const focused = talks.indexOf(document.activeElement);
    const from = focused >= 0 ? focused : talks.findIndex((talk) => talk.dataset.talk === opened());
    const next = from < 0 ? 0 : Math.min(Math.max(from + by, 0), talks.length - 1);
    talks[next]?.focus();
  };

  const KEYS = {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    r: () => document.getElementById("reply")?.focus(),
    "/": () => document.querySelector(".find input[type=search]")?.focus(),
    "?": () => document.getElementById("keys")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (!document.querySelector("[data-inbox]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest("form.reply")) {
      event.preventDefault();
      event.target.form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (event.key.startsWith("Arrow") && !event.target.closest("#list")) return;
    if (!KEYS[event.key] || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  // --- the list and the conversation beside it --------------------------------------------------------------------
  const mark = () => {
    const id = opened();
    for (const talk of all()) {
      if (talk.dataset.talk === id) talk.setAttribute("aria-current", "true");
      else talk.removeAttribute("aria-current");
    }
    document.querySelector("[data-inbox]")?.classList.toggle("open", Boolean(id));
  };

  // --- the thread: its end, or what was looked for; who reads further up is left there -------------------------------
  let isAtEnd = true;
  const thread = () => document.getElementById("thread");

  const openThread = () => {
    const found = thread()?.querySelector(".found");
    isAtEnd = !found;
    if (found) thread().scrollTop = found.offsetTop - thread().offsetTop - thread().clientHeight / 3;
    else scrollToEnd();
  };

  const scrollToEnd = () => {
    if (thread() && isAtEnd) thread().scrollTop = thread().scrollHeight;
  };

  const noteReader = ({ target }) => {
    if (target.id === "thread") isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 40;
  };
  document.addEventListener("scroll", noteReader, { capture: true, passive: true });

  document.addEventListener("submit", ({ target }) => {
    if (target.matches("form.reply")) isAtEnd = true; // what one sends oneself is looked at
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    mark();
    if (event.target.id === "pane") {
      document.getElementById("talk-title")?.focus({ preventScroll: true });
      openThread();
    } else if (event.target.closest?.("#thread") && !event.target.closest(".why")) scrollToEnd();
  });

  mark();
  openThread();
})();
