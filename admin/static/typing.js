// Who else types in the conversation that is open: told to each other, and a warning before two answer at once.
"use strict";

(() => {
  const TELL_EVERY = 3000;
  const HOLDS = 7000;
  let told = 0;
  let forget = null;
  let colleagues = [];
  let warned = false;

  const open = () => Number(document.querySelector("[data-talk-open]")?.dataset.talkOpen ?? 0);
  const say = (detail) => document.dispatchEvent(new CustomEvent("candor:say", { detail }));
  const line = () => document.getElementById("typists");

  const show = ({ candidate, people }) => {
    if (!line()) return;
    const { theirs, colleague } = line().dataset;
    const words = people.map((name) => colleague.replace("{name}", name));
    if (candidate) words.push(theirs);
    line().textContent = words.join(" ");
  };

  const quiet = () => {
    clearTimeout(forget);
    colleagues = [];
    warned = false;
    if (line()) line().textContent = "";
  };

  document.addEventListener("candor:typing", ({ detail }) => {
    if (!open()) return;
    colleagues = detail.people;
    show(detail);
    clearTimeout(forget);
    forget = setTimeout(quiet, HOLDS);
  });

  document.addEventListener("input", (event) => {
    if (!event.target.matches("form.reply textarea") || !event.target.value.trim()) return;
    if (Date.now() - told < TELL_EVERY) return;
    told = Date.now();
    say({ typing: open() });
  });

  // The first press of "Send" while a colleague types only tells so; the second sends.
  const hold = (event) => {
    const form = event.target.closest("form.reply");
    if (!form || (event.type === "click" && !event.target.closest("[formaction]"))) return;
    if (!colleagues.length || warned || !form.elements.reply.value.trim()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    warned = true;
    const words = document.createElement("p");
    words.textContent = line().dataset.warning.replace("{name}", colleagues.join(", "));
    document.getElementById("alert").replaceChildren(words);
  };
  document.addEventListener("submit", hold, true);
  document.addEventListener("click", hold, true);

  const look = () => say({ open: open() });
  document.addEventListener("candor:connected", look);
  let looked = 0;
  document.addEventListener("htmx:afterSettle", () => {
    if (looked === open()) return;
    looked = open();
    told = 0;
    quiet();
    look();
  });
  document.addEventListener("talk-changed", quiet);
})();
