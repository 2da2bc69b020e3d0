// What goes out by the outbox, messages, pressed buttons and files in order, and what is shown of each on its way.

import { ApiError, newId } from "./api.js";
import { Outbox } from "./outbox.js";

const UPLOADING = "uploading"; // a key of the texts

/** Fires "replies" with what the bot says, "reached" with whether the server was, "uploaded", "failed" with why a file was
 * not taken, and "lost" when the conversation is gone. */
export class Sending extends EventTarget {
  #upload = new AbortController(); // by which a file on its way is given up

  /** `ready()` resolves when there is a conversation to send to. */
  constructor(session, view, reading, memory, ready) {
    super();
    this.session = session;
    this.view = view;
    this.reading = reading;
    this.ready = ready;
    this.outbox = new Outbox(memory, (item) => this.#deliver(item));
    this.outbox.addEventListener("waiting", ({ detail: { item, error } }) => {
      view.note(item, "queued");
      if (error.status === 0) this.#fire("reached", false);
      if (error.lost) this.#fire("lost");
    });
    this.outbox.addEventListener("refused", ({ detail: { item, error } }) => {
      if (!item.file) return view.refuse(item, error.message);
      view.withdraw(item);
      this.#fire("failed", error);
    });
  }

  /** Send a text or a button; `waits` when others, or the beginning, come first. */
  send(content, waits = false) {
    this.#add(content, waits, "sending");
  }

  /** Send a file until the server has it, or does not want it; it belongs to this conversation alone, and to this page. */
  upload(file) {
    const { conversation } = this.session;
    this.#add({ text: file.name, file, conversation }, false, UPLOADING);
  }

  /** The conversation is over: nothing waits for a file that was on its way to it. */
  giveUp() {
    this.#upload.abort();
    this.outbox.hurry();
  }

  #add(content, waits, note) {
    const item = { client_id: newId(), at: new Date().toISOString(), ...content };
    this.view.pend(item, waits || this.outbox.items.length ? "queued" : note);
    this.outbox.add(item);
  }

  #deliver(item) {
    return item.file ? this.#deliverFile(item) : this.#deliverMessage(item);
  }

  async #deliverFile(item) {
    const { session, view } = this;
    const isOver = () => session.conversation !== item.conversation;
    if (isOver()) return this.#lose(item);
    view.note(item, UPLOADING);
    this.#upload = new AbortController();
    const turn = await session.upload(item.file, this.#upload).catch((error) => {
      if (!isOver()) throw error;
    });
    if (isOver()) return this.#lose(item);
    view.settle(item, turn.message);
    this.#answered(turn);
    this.#fire("uploaded");
  }

  /** A file's conversation is gone: who ended it, and so has emptied the outbox, knows that. */
  #lose(item) {
    this.view.withdraw(item);
    if (this.outbox.items.includes(item)) this.#fire("failed", new ApiError(409, "file_lost", this.view.texts.file_lost));
  }

  async #deliverMessage(item) {
    await this.ready();
    const { session, view } = this;
    view.note(item, "sending");
    const thinking = setTimeout(() => view.typing(true), 300);
    const body = { client_id: item.client_id, ...(item.button ? { button: item.button } : { text: item.text }) };
    try {
      const turn = await session.call("POST", `${session.path}/messages`, body);
      view.settle(item, turn.message);
      this.reading.heard(turn.message);
      this.#answered(turn);
    } finally {
      clearTimeout(thinking);
      view.typing(false);
    }
  }

  #answered(turn) {
    this.#fire("replies", turn.replies);
    this.#fire("reached", true);
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
