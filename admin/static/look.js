// The preview of the chat's look: what is typed, seen in the panel itself, beside what is saved.
"use strict";

(() => {
  const preview = document.querySelector("[data-preview]");
  const form = document.querySelector("form.look");
  if (!preview || !form) return;
  const frame = preview.querySelector("iframe");
  const refusal = preview.querySelector(".refusal");
  const language = preview.querySelector("select");
  const PAUSE = 250; // milliseconds after the last key
  let looks = null;
  let picture = null; // the logo that was chosen and is not saved
  let asked = 0;
  let waiting;

  const show = () => {
    if (!looks) return;
    const { seen } = preview.querySelector("[name=seen]:checked").dataset;
    const look = seen === "draft" && picture ? { ...looks.draft, picture } : looks[seen];
    frame.contentWindow.postMessage({ candor: "look", look }, location.origin);
  };

  const ask = async () => {
    const number = (asked += 1);
    const typed = new FormData(form);
    typed.delete("logo_file");
    let answer;
    try {
      const response = await fetch(preview.dataset.preview, { method: "POST", body: typed, redirect: "error" });
      if (!response.ok) return;
      answer = await response.json();
    } catch {
      return; // the preview waits; saving says what is wrong
    }
    if (number !== asked) return; // something was typed since
    looks = { saved: answer.saved, draft: answer.refused && looks ? looks.draft : answer.draft };
    refusal.textContent = answer.refused;
    refusal.hidden = !answer.refused;
    show();
  };

  form.addEventListener("input", ({ target }) => {
    if (target.name === "logo_file") {
      if (picture) URL.revokeObjectURL(picture);
      const [file] = target.files;
      picture = file?.type === "image/png" ? URL.createObjectURL(file) : null;
    }
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
  for (const picker of form.querySelectorAll("[data-picks]")) {
    const field = document.getElementById(picker.dataset.picks);
    picker.hidden = false;
    picker.addEventListener("input", () => {
      field.value = picker.value;
    });
    field.addEventListener("input", () => {
      if (/^#[0-9a-f]{6}$/i.test(field.value)) picker.value = field.value;
    });
  }
  preview.querySelector(".choosing").hidden = false;
  preview.addEventListener("change", ({ target }) => {
    if (target === language) frame.src = `${frame.src.split("?")[0]}?lang=${encodeURIComponent(language.value)}`;
    else show();
  });
  frame.addEventListener("load", show);
  ask();
})();
