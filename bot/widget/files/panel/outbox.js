// Messages on their way out: in order, one at a time, each under its own client id until the server has it.

import { backoff, pause } from "./api.js";

const DAY = 24 * 60 * 60 * 1000; // so long what was promised to be sent is

/** An ordered queue that survives the closing of the page where the browser lets us store it. */
export class Outbox extends EventTarget {
  #items = [];
  #own = new Set(); // the ids of all that this tab has ever had to send
  #running = false;

  /** `deliver(item)` resolves when the server has the item and throws ApiError otherwise. */
  constructor(memory, deliver) {
    super();
    this.memory = memory;
    this.deliver = deliver;
  }

  /** Take up what waits from before; return the texts that have waited for too long to be sent unasked. */
  resume() {
    const kept = this.#kept();
    kept.forEach(({ client_id }) => this.#own.add(client_id));
    const fresh = kept.filter(({ at }) => Date.now() - Date.parse(at) < DAY);
    this.#items.unshift(...fresh);
    if (kept.length) this.#save();
    return kept.filter((item) => !fresh.includes(item) && item.text).map(({ text }) => text);
  }

  get items() {
    return [...this.#items];
  }

  add(item) {
    this.#own.add(item.client_id);
    this.#items.push(item);
    this.#save();
    this.run();
  }

  /** Send nothing of what waits. */
  clear() {
    this.#items = [];
    this.#save();
  }

  /** Try now rather than when the pause is over. */
  hurry() {
    this.dispatchEvent(new Event("hurry"));
  }

  /** Send what waits; fires "waiting" when the head must wait, "refused" when the server does not want it. */
  async run() {
    if (this.#running) return;
    this.#running = true;
    let attempt = 0;
    while (this.#items.length) {
      const item = this.#items[0];
      try {
        await this.deliver(item);
        this.#drop(item);
        attempt = 0;
      } catch (error) {
        if (error.passing || error.lost) {
          attempt += 1;
          this.#fire("waiting", { item, error });
          await pause(backoff(attempt, { retryAfter: error.retryAfter }), this);
        } else {
          this.#drop(item);
          this.#fire("refused", { item, error });
        }
      }
    }
    this.#running = false;
  }

  #drop(item) {
    this.#items = this.#items.filter((other) => other !== item);
    this.#save();
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #kept() {
    const { outbox } = this.memory.read("texts");
    return (Array.isArray(outbox) ? outbox : []).filter((item) => typeof item?.client_id === "string");
  }

  /** What waits in other tabs of this conversation stays kept beside ours; a file cannot be kept. */
  #save() {
    const others = this.#kept().filter(({ client_id }) => !this.#own.has(client_id));
    this.memory.write("texts", { outbox: [...others, ...this.#items.filter(({ file }) => !file)] });
  }
}
