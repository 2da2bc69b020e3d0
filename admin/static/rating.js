// Rating and annotating with one key (the data-key of a button or link), while the focus is on the pair or nowhere,
// never while somebody types. What was said before a reply is shown from its end.
"use strict";

(() => {
  const pair = document.getElementById("pair");
  pair?.querySelector("[data-end]")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  pair?.focus({ preventScroll: true });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !pair?.matches("[data-rate]")) return;
    if (event.target !== document.body && !pair.contains(event.target)) return;
    const button = pair.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
})();
