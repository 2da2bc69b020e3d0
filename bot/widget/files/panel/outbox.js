// Messages on their way out: in order, one at a time, each under its own client id until the server has it.

import { backoff, pause } from "./api.js";

/** An ordered queue that survives a reload where the browser lets us store it. */
export class Outbox extends EventTarget {
  #items;
  #running = false;

  /** `deliver(item)` resolves when the server has the item and throws ApiError otherwise. */
  constructor(storageKey, deliver) {
    super();
    this.storageKey = storageKey;
    this.deliver = deliver;
    this.#items = this.#load();
  }

  get items() {
    return [...this.#items];
  }

  add(item) {
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

  #load() {
    try {
      const items = JSON.parse(sessionStorage.getItem(this.storageKey));
      return Array.isArray(items) ? items.filter((item) => typeof item?.client_id === "string") : [];
    } catch {
      return [];
    }
  }

  #save() {
    try {
      if (this.#items.length) sessionStorage.setItem(this.storageKey, JSON.stringify(this.#items));
      else sessionStorage.removeItem(this.storageKey);
    } catch {
      // no storage here: the queue lasts as long as the panel
    }
  }
}
