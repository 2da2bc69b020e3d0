// Which conversation this is, and how we prove that it is ours: by cookie if the browser keeps one, else by token.

import { call } from "./api.js";

/** The conversation of one company. `keeper` has read() -> string|null and write(string|null). */
export class Session {
  constructor(company, language, keeper) {
    this.company = company;
    this.language = language;
    this.keeper = keeper;
    this.conversation = null;
    this.token = null;
    this.user = null; // whose it is on the company's site, as far as that is known
  }

  get path() {
    return `/api/v1/conversations/${encodeURIComponent(this.conversation)}`;
  }

  /** Return the messages of the conversation we had, null without one; nothing is written. Throws ApiError. */
  async resume() {
    return ((await this.#resumeByToken()) ?? (await this.#resumeByCookie()))?.messages ?? null;
  }

  /** Return the messages of the conversation to write in: one that another tab has begun, else a new one, after
   * `privacy` {version, seconds} was shown. Throws ApiError. */
  async open(privacy) {
    return (await this.resume()) ?? this.#begin(privacy);
  }

  forget() {
    this.keeper.write(null);
    this.conversation = this.token = this.user = null;
  }

  /** Let the browser forget the conversation, which itself goes on. Throws ApiError. */
  async leave() {
    if (!this.token) await this.call("POST", `${this.path}/leave`);
    this.forget();
  }

  call(method, path, body) {
    return call(method, path, { token: this.token, language: this.language, body });
  }

  /** Send the file that the conversation asks for, until `stop` (an AbortController) gives it up. Throws ApiError. */
  upload(file, stop) {
    const form = new FormData();
    form.append("file", file);
    return call("POST", `${this.path}/files`, { token: this.token, language: this.language, form, stop });
  }

  async #resumeByToken() {
    const kept = parse(this.keeper.read());
    if (!kept) return null;
    const found = await this.#current(kept.token, `?conversation=${encodeURIComponent(kept.conversation)}`);
    if (!found) {
      this.keeper.write(null);
      return null;
    }
    this.#take(found, kept.token);
    return found;
  }

  async #resumeByCookie() {
    const found = location.protocol === "https:" ? await this.#current(null, "") : null;
    if (found) this.#take(found, null);
    return found;
  }

  #take({ conversation, user }, token) {
    Object.assign(this, { conversation, user, token });
  }

  async #begin(privacy) {
    const { language } = this;
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    const opened = await call("POST", this.#company("/conversations"), { language, body: { language, privacy, time_zone } });
    this.#take({ ...opened, user: null }, opened.token);
    this.#keep(); // the first message need not wait for that
    return opened.messages;
  }

  /** Leave the token to the cookie where the browser has kept that; else keep it where the page can. */
  async #keep() {
    const { conversation, token } = this;
    const byCookie = location.protocol === "https:" ? await this.#current(null, "").catch(() => null) : null;
    if (this.conversation !== conversation) return;
    if (byCookie?.conversation === conversation) this.token = null;
    else this.keeper.write(JSON.stringify({ conversation, token }));
  }

  async #current(token, query) {
    try {
      return await call("GET", this.#company(`/conversations/current${query}`), { token, language: this.language });
    } catch (error) {
      if (error.lost) return null;
      throw error;
    }
  }

  #company(rest) {
    return `/api/v1/companies/${encodeURIComponent(this.company)}${rest}`;
  }
}

function parse(text) {
  try {
    const { conversation, token } = JSON.parse(text);
    return typeof conversation === "string" && typeof token === "string" ? { conversation, token } : null;
  } catch {
    return null;
  }
}
