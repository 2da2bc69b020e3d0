// What goes out: messages and pressed buttons by the outbox, files, and what is shown of each on its way.

import { backoff, newId, pause } from "./api.js";
import { Outbox } from "./outbox.js";

/** Fires "replies" with what the bot says, "reached" with whether the server was, "uploaded", "failed" with why a file was
 * not taken, and "lost" when the conversation is gone. */
export class Sending extends EventTarget {
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
    this.outbox.addEventListener("refused", ({ detail: { item, error } }) => view.refuse(item, error.message));
  }

  /** Send a text or a button; `waits` when others, or the beginning, come first. */
  send(content, waits = false) {
    const item = { client_id: newId(), at: new Date().toISOString(), ...content };
    this.view.pend(item, waits || this.outbox.items.length ? "queued" : "sending");
    this.outbox.add(item);
  }

  /** Send a file until the server has it, or does not want it. */
  async upload(file) {
    const item = { client_id: newId(), at: new Date().toISOString(), text: file.name };
    const { session, view } = this;
    const { conversation } = session;
    view.pend(item, "uploading");
    for (let attempt = 1; session.conversation === conversation; attempt += 1) {
      try {
        const turn = await session.upload(file);
        view.settle(item, turn.message);
        this.#answered(turn);
        this.#fire("uploaded");
        return;
      } catch (error) {
        if (!error.passing) {
          view.withdraw(item);
          this.#fire("failed", error);
          return;
        }
        view.note(item, "queued");
        if (error.status === 0) this.#fire("reached", false);
        await pause(backoff(attempt, { retryAfter: error.retryAfter }), this.outbox);
        view.note(item, "uploading");
      }
    }
  }

  async #deliver(item) {
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
