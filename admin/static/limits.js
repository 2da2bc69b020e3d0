// A text that is too long stands as it is and cannot be sent; a browser would cut what is pasted without a word.
"use strict";

(() => {
  const locale = document.documentElement.dataset.locale;
  const words = (length, most) =>
    document
      .getElementById("alert")
      .dataset.tooLong.replace("{length}", length.toLocaleString(locale))
      .replace("{most}", most.toLocaleString(locale));

  // What is searched for may well be cut.
  const uncut = () => {
    for (const field of document.querySelectorAll("textarea[maxlength], input[maxlength]:not([type=search])")) {
      field.dataset.most = field.maxLength;
      field.removeAttribute("maxlength");
    }
  };

  const judge = (field) => {
    const most = Number(field.dataset.most), length = [...field.value].length;
    field.setCustomValidity(length > most ? words(length, most) : "");
  };

  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-most]")) return;
    const wasValid = target.validity.valid;
    judge(target);
    if (wasValid && target.validity.customError) target.reportValidity();
  });

  document.addEventListener("reset", ({ target }) => {
    for (const field of target.querySelectorAll("[data-most]")) field.setCustomValidity("");
  });

  document.addEventListener("htmx:afterSettle", uncut);
  uncut();
})();
