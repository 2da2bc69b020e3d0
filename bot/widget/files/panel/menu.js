// The menu in the head, and the question before what cannot be undone. Arrows, Home, End, Escape and first letters work.

import { make } from "./elements.js";

/** `entries()` is asked each time it opens: {title, act} or {title, url}, with `checked` one of a group, with `on` a switch,
 * or null for a line. */
export class Menu {
  #button = document.getElementById("more");
  #list = document.getElementById("menu");

  constructor(entries, texts) {
    this.entries = entries;
    this.texts = texts;
    this.#button.hidden = false;
    this.#button.addEventListener("click", () => (this.#list.hidden ? this.#open(0) : this.#close()));
    this.#button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.#open(event.key === "ArrowDown" ? 0 : -1);
    });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.#list.contains(relatedTarget) && relatedTarget !== this.#button) this.#close(false);
    });
  }

  #open(index) {
    this.#list.replaceChildren(...this.entries().map((entry) => (entry ? this.#item(entry) : line())));
    this.#list.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    this.#items().at(index).focus();
  }

  #close(back = true) {
    this.#list.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
    if (back) this.#button.focus();
  }

  #items() {
    return [...this.#list.querySelectorAll("[role^=menuitem]")];
  }

  #item({ title, act, url, checked, on, lang }) {
    const item = make(url ? "a" : "button", "", title);
    const kind = checked !== undefined ? "radio" : on !== undefined ? "checkbox" : "";
    item.setAttribute("role", `menuitem${kind}`);
    item.tabIndex = -1;
    if (lang) item.lang = lang;
    if (kind) item.setAttribute("aria-checked", String(checked ?? on));
    if (url) {
      Object.assign(item, { href: url, target: "_blank", rel: "noopener noreferrer" });
      item.append(make("span", "unseen", ` (${this.texts.new_tab})`));
    }
    item.addEventListener("click", () => {
      this.#close();
      act?.();
    });
    return item;
  }

  #key(event) {
    const items = this.#items();
    const at = items.indexOf(document.activeElement);
    const { length } = items;
    const to = { ArrowDown: (at + 1) % length, ArrowUp: (at + length - 1) % length, Home: 0, End: length - 1 }[event.key];
    if (event.key === "Escape") {
      event.stopPropagation(); // else it would close the chat
      this.#close();
    } else if (event.key === "Tab") {
      this.#close();
    } else if (to !== undefined) {
      event.preventDefault();
      items[to].focus();
    } else if (event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const found = [...items.slice(at + 1), ...items].find((item) => item.textContent.toLowerCase().startsWith(letter));
      found?.focus();
    }
  }
}

/** Ask before what cannot be undone; resolves to whether it is wanted. */
export function sure(question, yes, no) {
  const dialog = make("dialog");
  const words = make("p", "", question);
  words.id = "question";
  dialog.setAttribute("aria-labelledby", words.id);
  const buttons = [make("button", "", no), make("button", "main", yes)];
  const row = make("div", "actions");
  row.append(...buttons);
  dialog.append(words, row);
  document.body.append(dialog);
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.showModal();
  return new Promise((resolve) => {
    buttons.forEach((button, index) => button.addEventListener("click", () => dialog.close(index ? "yes" : "")));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

function line() {
  const rule = make("hr");
  rule.setAttribute("role", "separator");
  return rule;
}
