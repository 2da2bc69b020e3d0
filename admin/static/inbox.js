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
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest("form.reply, form.note-form")) {
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

  // --- what is chosen with the arrow keys is taken once it is left, or by Enter: the keys pass by what is not meant ------
  const isPick = (element) => element.matches?.(".pick select");
  let passing = null; // the field in which keys choose, with what stood in it

  const takePassed = () => {
    const { field, before } = passing ?? {};
    passing = null;
    if (field?.isConnected && field.value !== before) field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!isPick(field) || ["Tab", "Shift"].includes(event.key)) return;
    if (event.key === "Enter" && passing) {
      event.preventDefault();
      takePassed();
    } else if (event.key === "Escape" && passing) {
      field.value = passing.before;
      passing = null;
    } else if (passing?.field !== field) passing = { field, before: field.value };
  });
  document.addEventListener("keyup", ({ key }) => {
    if (key === "Enter") takePassed(); // where the list was open, it alone has heard the key go down
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target === passing?.field) takePassed();
  });
  document.addEventListener("pointerdown", () => takePassed());
  document.addEventListener("change", (event) => {
    if (event.target === passing?.field) event.stopImmediatePropagation();
  }, { capture: true });

  // What stands above a conversation is shown anew when something happens in it: the keys go on in the new field.
  let shownAnew = null;
  document.addEventListener("htmx:oobBeforeSwap", () => {
    shownAnew = passing;
    passing = null;
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    const { field, before } = shownAnew ?? {};
    shownAnew = null;
    const now = field?.isConnected ? field : document.querySelector(`.pick select[name="${field?.name}"]`);
    if (!field || !now) return;
    passing = { field: now, before: now === field ? before : now.value };
    now.value = field.value;
    now.focus();
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

  // --- what one has seen of the thread when one begins to write: what a colleague answers after that holds the message back
  const beganIn = (form) => form?.matches?.("form.reply") ? form.elements.began : null;

  document.addEventListener("input", ({ target }) => {
    const began = target.id === "reply" && beganIn(target.form);
    if (!began) return;
    if (!target.value.trim()) began.value = "";
    else if (!began.value) began.value = target.form.elements.seen.value;
  });

  // Who was refused has been told and sees what was answered: the message goes with the next press. What was sent is over.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const began = beganIn(detail.elt.closest("form"));
    if (began && (detail.successful || detail.xhr?.status === 409)) began.value = "";
  });

  // --- the thread: its end, or what was looked for; who reads further up is left there -------------------------------
  let isAtEnd = true;
  const thread = () => document.getElementById("thread");

  const openThread = () => {
    const found = thread()?.querySelector(".found");
    isAtEnd = true;
    if (!found) return scrollToEnd();
    thread().scrollTop = found.offsetTop - thread().offsetTop - thread().clientHeight / 3;
    noteReader({ target: thread() });
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
