// Ctrl+K, or the glass in the header: anywhere in the desk by typing.
"use strict";

(() => {
  const dialog = () => document.getElementById("go");
  const field = () => dialog().querySelector("input");
  const links = () => [...dialog().querySelectorAll(".goals a")];

  const open = () => {
    field().value = "";
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
    else if (event.key === "Enter" && event.target === field()) links()[0]?.click();
    else if (event.key === "Escape") dialog().close();
    else return;
    event.preventDefault();
  });
})();
