// Rating with one key: Y, N or U, while the focus is on the pair or nowhere, never while somebody types.
"use strict";

(() => {
  const pair = document.getElementById("pair");
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
