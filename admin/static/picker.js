// The category picker: down from the search into the list, and back. Comes before `desk.js`, whose keys it takes.
"use strict";

(() => {
  const first = (search) => search.closest("[data-picker]").querySelector("input[type=radio]");

  const goDown = (search) => {
    first(search)?.focus();
    first(search)?.click();
  };

  // Who types and goes down at once means what was typed: until its list is there, nothing of the one before is chosen.
  const isListed = (search) => search.value === (search.dataset.listed ?? search.defaultValue);
  const forget = (search) => search.removeAttribute("data-waits");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const search = event.target.closest?.("[data-picker]")?.querySelector("[data-search]");
    if (!search) return;
    if (event.target === search && ["ArrowDown", "Enter"].includes(event.key)) {
      if (isListed(search)) goDown(search);
      else search.setAttribute("data-waits", "");
    } else if (event.target === first(search) && event.key === "ArrowUp") search.focus();
    else return;
    event.preventDefault();
  });

  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-picker] [data-search]")) forget(target);
  });

  const searchOf = ({ detail }) => {
    const search = detail.requestConfig?.elt;
    return search?.matches("[data-picker] [data-search]") ? search : null;
  };

  const isList = (target) => target.id.startsWith("choices-");

  document.addEventListener("htmx:afterSettle", (event) => {
    const search = searchOf(event);
    if (!search) return;
    if (!isList(event.detail.target)) return giveUp(event);
    search.dataset.listed = event.detail.requestConfig.parameters.q;
    if (search.hasAttribute("data-waits") && isListed(search)) {
      forget(search);
      goDown(search);
    }
  });

  // What became of a search that failed is said elsewhere; what is listed can be chosen from again.
  const giveUp = (event) => {
    const search = searchOf(event);
    if (!search) return;
    forget(search);
    search.dataset.listed = search.value;
  };
  for (const failure of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(failure, giveUp);

  // Who is in the list already chooses from what it shows: what was still being searched for comes too late.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target } = event.detail;
    if (!isList(target) || !target.contains(document.activeElement)) return;
    event.detail.shouldSwap = false;
    giveUp(event);
  });
})();
