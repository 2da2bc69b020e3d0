// Which conversation this is, and how we prove that it is ours: by cookie if the browser keeps one, else by token.

import { call } from "./api.js";

/** Resumes or opens the conversation of one company. `keeper` has read() -> string|null and write(string|null). */
export class Session {
  constructor(company, language, keeper) {
    this.company = company;
    this.language = language;
    this.keeper = keeper;
    this.conversation = null;
    this.token = null;
  }

  get path() {
    return `/api/v1/conversations/${encodeURIComponent(this.conversation)}`;
  }

  /** Return {messages, opened}: of the conversation we had, else of a new one. Throws ApiError. */
  async start() {
    const resumed = (await this.#resumeByToken()) ?? (await this.#resumeByCookie());
    return resumed ? { messages: resumed.messages, opened: false } : { messages: await this.#open(), opened: true };
  }

  forget() {
    this.keeper.write(null);
    this.conversation = this.token = null;
  }

  call(method, path, body) {
    return call(method, path, { token: this.token, language: this.language, body });
  }

  /** Send the file that the conversation asks for. Throws ApiError. */
  upload(file) {
    const form = new FormData();
    form.append("file", file);
    return call("POST", `${this.path}/files`, { token: this.token, language: this.language, form });
  }

  async #resumeByToken() {
    const kept = parse(this.keeper.read());
    if (!kept) return null;
    const found = await this.#current(kept.token, `?conversation=${encodeURIComponent(kept.conversation)}`);
    if (!found) {
      this.keeper.write(null);
      return null;
    }
    this.conversation = found.conversation;
    this.token = kept.token;
    return found;
  }

  async #resumeByCookie() {
    const found = location.protocol === "https:" ? await this.#current(null, "") : null;
    if (found) this.conversation = found.conversation;
    return found;
  }

  async #open() {
    const opened = await call("POST", this.#company("/conversations"), {
      language: this.language,
      body: { language: this.language },
    });
    this.conversation = opened.conversation;
    const byCookie = location.protocol === "https:" ? await this.#current(null, "").catch(() => null) : null;
    this.token = byCookie?.conversation === opened.conversation ? null : opened.token;
    if (this.token) this.keeper.write(JSON.stringify({ conversation: this.conversation, token: this.token }));
    return opened.messages;
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
