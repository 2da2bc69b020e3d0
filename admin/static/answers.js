// Answers while they are typed: how long they are, and how the chat would show them.
"use strict";

(() => {
  const preview = document.querySelector("[data-answer-preview]");
  const frame = preview?.querySelector("iframe");
  const refusal = preview?.querySelector(".refusal");
  const PAUSE = 250; // milliseconds after the last key
  const shown = {}; // what the chat would say, by language
  let language = preview ? new URL(frame.src).searchParams.get("lang") : "";
  let asked = 0;
  let waiting;

  const count = (field) => {
    const told = document.getElementById(field.dataset.counted);
    const length = [...field.value.trim()].length;
    told.textContent = length ? told.dataset.says.replace("#", length) : "";
    told.classList.toggle("long", length > Number(told.dataset.most));
  };

  const draw = () => {
    if (shown[language]) frame.contentWindow.postMessage({ candor: "answer", ...shown[language] }, location.origin);
  };

  const ask = async (form) => {
    const number = (asked += 1);
    let answer;
    try {
      const response = await fetch(form.dataset.draft, { method: "POST", body: new FormData(form), redirect: "error" });
      if (!response.ok) return;
      answer = await response.json();
    } catch {
      return; // the preview waits; saving says what is wrong
    }
    if (number !== asked) return; // something was typed since
    refusal.textContent = answer.refused;
    refusal.hidden = !answer.refused;
    if (answer.refused) return;
    shown[form.dataset.answer] = answer;
    if (form.dataset.answer === language) draw();
    else {
      language = form.dataset.answer;
      frame.src = `${frame.src.split("?")[0]}?lang=${encodeURIComponent(language)}`;
    }
  };

  const begin = (root) => root.querySelectorAll("[data-counted]").forEach(count);
  const later = ({ target }) => {
    const form = target.closest?.("[data-answer]");
    if (!form) return;
    if (target.dataset.counted) count(target);
    if (!preview) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(form), PAUSE);
  };

  document.addEventListener("input", later);
  document.addEventListener("focusin", ({ target }) => {
    const form = target.closest?.("[data-answer]");
    if (form && form.dataset.answer !== language) later({ target });
  });
  document.addEventListener("htmx:load", ({ target }) => begin(target));
  begin(document);
  if (!preview) return;
  preview.hidden = false;
  frame.addEventListener("load", draw);
  const first = document.querySelector(`[data-answer="${language}"]`);
  if (first) ask(first);
})();
