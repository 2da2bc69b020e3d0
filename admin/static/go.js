// Ctrl+K, or the glass in the header: anywhere in the desk by typing.
"use strict";

(() => {
  const dialog = () => document.getElementById("go");
  const field = () => dialog().querySelector("input");
  const links = () => [...dialog().querySelectorAll(".goals a")];

  // Who types and presses Enter at once means what was typed: goes as soon as that has been found.
  let found = null;
  let waits = false;
  const isFound = () => field().value === found;
  const goFirst = () => {
    waits = !isFound();
    if (!waits) links()[0]?.click();
  };

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!dialog() || detail.requestConfig?.elt !== field() || detail.target.id !== "go-found") return;
    found = detail.requestConfig.parameters.q;
    if (waits && isFound()) goFirst();
  });

  document.addEventListener("input", ({ target }) => {
    if (target.closest("#go")) waits = false;
  });

  const open = () => {
    field().value = "";
    found = null;
    waits = false;
    dialog().showModal();
    window.htmx.trigger(field(), "go-opened");
  };

  const step = (by) => {
    const all = links();
    const next = all.indexOf(document.activeElement) + by;
    (next < 0 ? field() : all[Math.min(next, all.length - 1)])?.focus();
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-go]") || !dialog()) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("keydown", (event) => {
    if (!dialog()) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (dialog().open) dialog().close();
      else if (!document.querySelector("dialog[open]")) open();
      return;
    }
    if (!dialog().open || event.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && event.target === field()) goFirst();
    else if (event.key === "Escape") dialog().close();
    else return;
    event.preventDefault();
  });
})();
