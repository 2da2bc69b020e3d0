// Messages on their way in: a WebSocket that resumes by sequence number; between its tries, and where it never
// gets through, plain reading.

import { backoff, pause } from "./api.js";

const WRONG_TOKEN = 4401;
const STEADY = 5000; // a socket that held this long, or brought a message, starts the backoff afresh
const HANDSHAKE = 10000;
const MOST = 10000;
const TELL_TYPING = 3000;
const SILENCE = 25000; // a connection may be gone without a word: after so long without one, look whether it missed something

/** Fires "messages" (detail: a list), "typing" (detail: the first name of who writes an answer), "person" (detail: that of who answers, "" for the bot), "state" (detail: connected or not) and "lost" (the conversation is gone). */
export class Stream extends EventTarget {
  #socket = null;
  #stopped = false;
  #typed = 0;
  #seen = 0; // the greatest number that is known to have been seen

  /** `after` is the greatest sequence number up to which everything is known. */
  constructor(session, after) {
    super();
    this.session = session;
    this.after = after;
  }

  async run() {
    let attempt = 0;
    while (!this.#stopped) {
      const { code, lasted, useful } = await this.#listen();
      if (this.#stopped) return;
      if (code === WRONG_TOKEN) return this.#fire("lost");
      attempt = useful || lasted > STEADY ? 1 : attempt + 1;
      if (attempt > 1) await this.read();
      await pause(backoff(attempt, { first: 250, most: MOST }), this);
    }
  }

  /** Read what is new over HTTP; true when that worked. */
  async read() {
    try {
      const { messages } = await this.session.call("GET", `${this.session.path}/messages?after=${this.after}`);
      if (this.#stopped) return false;
      this.#receive(messages);
      this.#fire("state", true);
      return true;
    } catch (error) {
      if (this.#stopped) return false;
      if (error.lost) {
        this.stop();
        this.#fire("lost");
      } else {
        this.#fire("state", false);
      }
      return false;
    }
  }

  /** Make sure we are up to date, such as after the computer slept. */
  async refresh() {
    const worked = await this.read();
    if (worked && this.#socket === null) this.dispatchEvent(new Event("hurry"));
  }

  stop() {
    this.#stopped = true;
    this.#socket?.close();
    this.dispatchEvent(new Event("hurry"));
  }

  /** Tell the server that everything up to this number was shown; a socket that comes later says it again. */
  saw(seq) {
    if (seq <= this.#seen) return;
    this.#seen = seq;
    this.#tellSeen();
  }

  /** Tell now and then that the candidate types. */
  types() {
    if (Date.now() - this.#typed < TELL_TYPING || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#typed = Date.now();
    this.#socket.send('{"typing":true}');
  }

  #tellSeen() {
    if (this.#seen && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ seen: this.#seen }));
  }

  #listen() {
    const address = new URL(`${this.session.path}/socket?after=${this.after}&typing=1`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    return new Promise((resolve) => {
      let opened = 0;
      let useful = false;
      let silence;
      const socket = new WebSocket(address);
      const impatience = setTimeout(() => socket.close(), HANDSHAKE);
      const end = (code) => {
        clearTimeout(impatience);
        clearTimeout(silence);
        socket.onmessage = socket.onclose = null;
        this.#socket = null;
        resolve({ code, lasted: opened ? Date.now() - opened : 0, useful });
      };
      const watch = () => {
        clearTimeout(silence);
        silence = setTimeout(async () => {
          const fine = await this.#missedNothing();
          if (this.#socket !== socket) return; // it has ended meanwhile
          if (fine) return watch();
          socket.close(); // a dead one may take minutes to close, so that nobody waits for that
          end(0);
        }, SILENCE);
      };
      socket.onopen = () => {
        clearTimeout(impatience);
        opened = Date.now();
        this.#socket = socket;
        if (this.session.token) socket.send(JSON.stringify({ token: this.session.token }));
        this.#tellSeen();
        this.#fire("person", "");
        this.#fire("state", true);
        watch();
      };
      socket.onmessage = (event) => {
        useful = true;
        watch();
        this.#hear(JSON.parse(event.data));
      };
      socket.onclose = (event) => end(event.code);
    });
  }

  /** Whether reading works and finds nothing that the socket should have brought. */
  async #missedNothing() {
    const { after } = this;
    return (await this.read()) && this.after === after;
  }

  #hear(said) {
    if (this.#stopped) return;
    if (said.typing) this.#fire("typing", said.typing);
    else if ("person" in said) this.#fire("person", said.person);
    else this.#receive([said]);
  }

  #receive(messages) {
    if (!messages.length) return;
    this.after = Math.max(this.after, messages.at(-1).seq);
    this.#fire("messages", messages);
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
