// How far the candidate has read: counted for the page around the panel, told to the server, shared with other tabs.

/** Fires "seen" (detail: a number) when everything that people wrote up to that message is on show. */
export class Reading extends EventTarget {
  #shown;
  #unread = 0;
  #newest = 0; // message of all
  #answered = 0; // the newest message that a person wrote
  #heard = 0; // the newest message that the page was told of

  /** `told` is to tell of answers of people that nobody saw. */
  constructor(tabs, session, memory, host, told) {
    super();
    this.session = session;
    this.memory = memory;
    this.host = host;
    this.told = told;
    this.tabs = tabs;
    this.#shown = !host.embedded;
    this.tabs.addEventListener("read", ({ detail }) => this.#readElsewhere(detail));
  }

  /** Nobody sees what is said now. */
  get #away() {
    return !this.#shown || document.visibilityState !== "visible";
  }

  /** The panel is on show from now on, or not. */
  show(shown) {
    this.#shown = shown;
    this.look();
  }

  /** The conversation goes on after these messages. */
  begin(messages) {
    this.#newest = Math.max(this.#newest, messages.at(-1)?.seq ?? 0);
    const { read = this.#newest } = this.memory.read("state");
    if (this.#away) this.#count(outgoing(messages.filter(({ seq }) => seq > read)).length);
    this.look(messages);
  }

  /** These messages are new in the log. */
  arrived(messages) {
    messages.forEach((message) => this.heard(message));
    this.#newest = Math.max(this.#newest, ...messages.map(({ seq }) => seq));
    this.look(messages);
    if (!this.#away) return;
    const { read = 0 } = this.memory.read("state"); // by another tab that was faster
    const unread = outgoing(messages.filter(({ seq }) => seq > read));
    this.#count(this.#unread + unread.length);
    const person = unread.findLast(({ author }) => author === "recruiter");
    if (person) this.told.answered(person.seq);
  }

  /** Tell the page that something was said, once: by whom, never what. */
  heard({ author, seq }) {
    if (seq <= this.#heard) return;
    this.#heard = seq;
    this.host.tell({ candor: "message", author, seq });
  }

  /** Note what is on show, if anybody is there to see it. */
  look(messages = []) {
    const people = messages.filter(({ author }) => author === "recruiter");
    this.#answered = Math.max(this.#answered, ...people.map(({ seq }) => seq));
    if (this.#away) return;
    this.dispatchEvent(new CustomEvent("seen", { detail: this.#answered }));
    this.#count(0);
    if (!this.session.conversation || this.memory.read("state").read === this.#newest) return;
    this.memory.write("state", { read: this.#newest, unread: 0 });
    this.tabs.tellRead(this.#newest);
  }

  /** There is no conversation any more. */
  forget() {
    this.#answered = this.#heard = this.#newest = this.#unread = 0;
    this.host.tell({ candor: "unread", count: 0 });
  }

  #readElsewhere(read) {
    if (!this.session.conversation || read <= (this.memory.read("state").read ?? 0)) return;
    this.memory.write("state", { read });
    if (read >= this.#newest) this.#count(0);
  }

  #count(messages) {
    if (messages === this.#unread) return;
    this.#unread = messages;
    this.host.tell({ candor: "unread", count: messages });
    if (this.session.conversation) this.memory.write("state", { unread: messages });
  }
}

function outgoing(messages) {
  return messages.filter(({ direction }) => direction === "outgoing");
}
