// What is seen: the log of messages. Text from outside only ever becomes textContent.

import { comparison, list } from "./cards.js";
import { drawn, link, linked, make } from "./elements.js";
import { Sight } from "./sight.js";
import { localeOf } from "./transcript.js";

const CALL_BACK = "bot:back"; // the button that stands for as long as a person answers and the bot is silent
const CHIP = "search:without:"; // what begins the buttons that take away a part of a search
const UPLOAD = "apply:upload"; // the button that asks for a file

/** The conversation's log. Fires "choose" (detail: the button) when a suggested reply is pressed. */
export class View extends EventTarget {
  #log = document.getElementById("log");
  #sight = new Sight(this.#log, document.getElementById("newest"));
  #bySeq = new Map();
  #pending = new Map();
  #greeting = [];
  #typing = null;

  constructor(texts, language) {
    super();
    this.texts = texts;
    const time = { hour: "numeric", minute: "2-digit" };
    const locale = localeOf(language);
    this.today = new Intl.DateTimeFormat(locale, time);
    this.earlier = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...time });
  }

  has(seq) {
    return this.#bySeq.has(seq);
  }

  /** Say new messages aloud from now on (not the history that stood there before). */
  announce() {
    setTimeout(() => this.#log.setAttribute("aria-live", "polite"), 100);
  }

  focus() {
    this.#log.focus();
  }

  /** Something new was said: show it, or say that it stands further down. */
  follow() {
    this.#sight.follow();
  }

  /** Show what the bot says first, before there is a conversation that holds it. */
  greet(messages) {
    for (const { text, buttons } of messages) {
      const element = this.#element("bot", text, new Date().toISOString());
      this.#choices(element, buttons);
      this.#log.append(element);
      this.#greeting.push(element);
    }
    this.#tidy();
  }

  /** The conversation has begun: what was said first is its first messages, as long as it says the same. */
  greeted(messages) {
    const held = messages.filter(({ author }) => author === "bot");
    this.#greeting.forEach((element, index) => {
      const { seq, text } = held[index] ?? {};
      if (element.querySelector(".bubble").textContent === text && !this.has(seq)) this.#adopt(element, seq);
      else element.remove();
    });
    this.#greeting = [];
    messages.forEach((message) => this.show(message));
  }

  /** Show a message at its place; a sequence number that is shown already is left alone. */
  show(message) {
    if (this.#bySeq.has(message.seq)) return;
    const element = this.#pendingLike(message) ?? this.#element(message.author, message.text, message.created, message.blocks);
    element.dataset.seq = message.seq;
    this.#cards(element, message.cards);
    this.#links(element, message.links);
    this.#choices(element, message.buttons);
    this.#bySeq.set(message.seq, element);
    if (!element.isConnected) this.#insert(element, message.seq);
    this.#tidy();
  }

  /** Show what is on its way out; `note` is a key of the texts. */
  pend(item, note) {
    const element = this.#element("candidate", item.text ?? item.title, item.at);
    element.classList.add("pending");
    this.#pending.set(item.client_id, { element, item });
    this.#log.append(element);
    this.note(item, note);
    this.#tidy();
    this.scroll(true);
  }

  /** Say what becomes of an outgoing item. */
  note(item, key, more = "") {
    const { element } = this.#pending.get(item.client_id) ?? {};
    if (!element || element.dataset.seq) return;
    element.querySelector(".note")?.remove();
    element.append(make("p", "note", [this.texts[key], more].filter(Boolean).join(" ")));
  }

  refuse(item, reason) {
    this.note(item, "refused", reason);
    const element = this.#pending.get(item.client_id)?.element;
    element?.classList.replace("pending", "refused");
    element?.querySelector(".note")?.setAttribute("role", "alert");
    this.#pending.delete(item.client_id);
    this.#tidy();
  }

  /** This item is not on its way any more. */
  withdraw(item) {
    this.#pending.get(item.client_id)?.element.remove();
    this.#pending.delete(item.client_id);
    this.#tidy();
  }

  /** The server has this item: its bubble becomes the message. */
  settle(item, message) {
    const pending = this.#pending.get(item.client_id);
    this.#pending.delete(item.client_id);
    if (pending && !pending.element.dataset.seq) {
      const { text, title } = pending.item;
      if (this.#bySeq.has(message.seq) || (text ?? title) !== message.text) pending.element.remove();
      else this.#adopt(pending.element, message.seq);
      this.#tidy();
    }
    this.show(message);
  }

  /** Show that an answer is being written, by the bot unless words say by whom. */
  typing(on, words = this.texts.typing) {
    if (on && this.#typing?.textContent === words) return;
    this.#typing?.remove();
    this.#typing = null;
    if (!on) return;
    this.#typing = make("div", "typing");
    if (words === this.texts.typing) {
      this.#typing.setAttribute("role", "img");
      this.#typing.setAttribute("aria-label", words);
    } else {
      this.#typing.append(make("span", "", words));
    }
    this.#typing.append(make("i"), make("i"), make("i"));
    this.#log.append(this.#typing);
    this.scroll();
  }

  /** Begin again with an empty log, and a line that says why where there is a reason to tell. */
  restart(reason) {
    this.#bySeq.clear();
    this.#greeting = [];
    this.#pending.clear();
    this.#sight.forget();
    this.#log.replaceChildren(...(reason ? [make("p", "ended", reason)] : []));
  }

  /** Show what was said last, unless the candidate reads further up (anyway: even then). */
  scroll(anyway = false) {
    this.#sight.scroll(anyway);
  }

  /** Our own message may come by the stream before the answer to its sending does. */
  #pendingLike(message) {
    if (message.author !== "candidate") return null;
    for (const { element, item } of this.#pending.values()) {
      if (!element.dataset.seq && (item.text ?? item.title) === message.text) {
        this.#adopt(element, message.seq);
        return element;
      }
    }
    return null;
  }

  #adopt(element, seq) {
    element.classList.remove("pending");
    element.querySelector(".note")?.remove();
    this.#bySeq.set(seq, element);
    element.dataset.seq = seq;
    if (Number(element.previousElementSibling?.dataset.seq) > seq) this.#insert(element, seq);
  }

  #insert(element, seq) {
    const later = [...this.#log.children].find(
      (other) => other === this.#typing || other.matches(".pending") || Number(other.dataset.seq) > seq,
    );
    this.#log.insertBefore(element, later ?? null);
  }

  #element(author, text, created, blocks) {
    const element = make("div", `message ${author} arrives`);
    element.dataset.author = author;
    if (author === "candidate") element.ariaLive = "off"; // nobody needs to hear what they have written
    const by = make("p", "by");
    const name = make("b", "", this.texts[author]);
    const when = make("time", "", this.#when(new Date(created)));
    when.dateTime = created;
    by.append(name, " ", when);
    const bubble = make("div", "bubble");
    bubble.append(...(blocks ? drawn(blocks) : linked(text)));
    bubble.dir = "auto";
    element.append(by, bubble);
    return element;
  }

  #when(date) {
    const isToday = date.toDateString() === new Date().toDateString();
    return (isToday ? this.today : this.earlier).format(date);
  }

  #cards(element, cards) {
    if (!cards?.length) return;
    const choose = (button) => this.dispatchEvent(new CustomEvent("choose", { detail: button }));
    element.classList.add("wide");
    element.append((cards[0].compared ? comparison : list)(cards, this.texts, choose));
  }

  #links(element, links) {
    const shown = (links ?? []).map((each) => link(each, this.texts)).filter(Boolean);
    if (!shown.length) return;
    const row = make("div", "links");
    row.append(...shown);
    element.append(row);
  }

  /** Suggested replies below; what a search understood, each part to be taken away, above the openings. */
  #choices(element, buttons) {
    const [chips, replies] = [true, false].map((is) => (buttons ?? []).filter(({ id }) => id.startsWith(CHIP) === is));
    if (chips.length) element.querySelector(".bubble").after(this.#row(chips, "understood"));
    if (replies.length) element.append(this.#row(replies, "choices"));
  }

  #row(buttons, name) {
    const row = make("div", name === "choices" ? name : `choices ${name}`);
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", this.texts[name]);
    for (const button of buttons) {
      const choice = make("button", button.id.startsWith("wrong:") ? "doubt" : "", button.title);
      choice.type = "button";
      choice.dir = "auto";
      if (name !== "choices") choice.ariaLabel = this.texts.without.replace("{what}", button.title.slice(2));
      choice.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail: button })));
      if (button.id === CALL_BACK) choice.dataset.stays = "";
      row.append(button.id === UPLOAD ? this.#upload(choice) : choice);
    }
    return row;
  }

  /** The button for a file opens the browser's own way to choose one. */
  #upload(choice) {
    const field = make("input");
    field.type = "file";
    field.accept = ".pdf,.docx,.odt,.jpg,.jpeg,.png";
    field.hidden = true;
    field.addEventListener("change", () => {
      const [file] = field.files;
      field.value = "";
      if (file) this.dispatchEvent(new CustomEvent("file", { detail: file }));
    });
    const opening = choice.cloneNode(true);
    opening.addEventListener("click", () => field.click());
    const both = make("span");
    both.append(opening, field);
    return both;
  }

  /** Suggested replies stand only under what was said last; one author's messages in a row are one group. */
  #tidy() {
    const messages = [...this.#log.querySelectorAll(".message")];
    let before = null;
    const last = messages.findLastIndex((message) => message.matches(".candidate:not(.refused)"));
    const bot = messages.findLastIndex((message) => message.dataset.author === "bot");
    messages.forEach((message, index) => {
      message.classList.toggle("follows", before === message.dataset.author);
      before = message.dataset.author;
      for (const choices of message.querySelectorAll(".choices")) {
        for (const each of choices.children) each.hidden = index < last && !("stays" in each.dataset && index === bot);
        choices.hidden = [...choices.children].every((each) => each.hidden);
      }
    });
  }
}
