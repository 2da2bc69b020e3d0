// What is typed into a review's panel stays in this tab until it is sent or cancelled: over a reload and other pages.
"use strict";

(() => {
  const DRAFT = "candor-review-draft-";
  const person = () => document.querySelector("[data-person]")?.dataset.person ?? "";
  const its = () => `${DRAFT}${person()}-`;
  const keyOf = (field) => its() + field.dataset.keep;
  const forget = (fields) => {
    for (const field of fields) if (field.dataset?.keep) sessionStorage.removeItem(keyOf(field));
  };

  // What the server has put there, such as words that it refused, stays.
  const bringBack = () => {
    for (const field of document.querySelectorAll("[data-keep]")) {
      const typed = sessionStorage.getItem(keyOf(field));
      if (typed === null || field.value !== field.defaultValue || field.value === typed) continue;
      field.value = typed;
      field.closest("details")?.setAttribute("open", "");
    }
  };

  // A panel that is closed when the page is loaded: that what was typed in it is not lost is told.
  const tell = () => {
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(its()));
    const shown = [...document.querySelectorAll("[data-keep]")].map(keyOf);
    const cardOf = (key) => document.querySelector(`[data-pending][data-review="${key.slice(its().length).split(" ")[0]}"]`);
    const isClosed = (key) => cardOf(key) && !shown.includes(key);
    const words = document.getElementById("alert");
    if (!words || words.childElementCount || !kept.some(isClosed)) return;
    const line = document.createElement("p");
    line.className = "kept";
    line.textContent = words.dataset.keptElsewhere;
    words.replaceChildren(line);
  };

  document.addEventListener("input", ({ target }) => {
    if (!target.dataset?.keep) return;
    if (target.value === target.defaultValue) sessionStorage.removeItem(keyOf(target));
    else sessionStorage.setItem(keyOf(target), target.value);
  });

  document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr, requestConfig } }) => {
    if (successful && xhr.status < 400 && requestConfig.verb === "post") forget(requestConfig.elt.elements ?? []);
  });

  // Before the panel goes (in `desk.js`): its fields are still there.
  document.addEventListener("click", ({ target }) => {
    const panel = target.closest("[data-close]") && target.closest("[data-panel]");
    if (panel) forget(panel.querySelectorAll("[data-keep]"));
  }, true);

  // Who logs out leaves nothing on a device that others may use.
  document.addEventListener("submit", ({ target }) => {
    if (!target.action?.endsWith("/admin/logout")) return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  });

  document.addEventListener("htmx:afterSettle", bringBack);
  bringBack();
  tell();
})();
