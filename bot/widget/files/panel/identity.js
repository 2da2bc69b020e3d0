// Who the candidate is to the page. It is told to the server once in each conversation; a conversation of somebody else is
// put away, for on a shared device nobody is to read another's.

export class Identity extends EventTarget {
  #claim; // {user, signature}, null where nobody is signed in, undefined where the page says nothing
  #told = null; // the conversation that knows it

  /** Fires "other" when the conversation turns out to be somebody else's. */
  constructor(session, memory, host) {
    super();
    this.session = session;
    this.memory = memory;
    this.host = host;
    host.addEventListener("identify", ({ detail }) => {
      this.#claim = detail;
      this.#told = null;
      this.tell();
    });
  }

  /** Whether what this device has kept belongs to somebody else than the page names. */
  get other() {
    const { conversation, user } = this.session;
    const whose = conversation ? user : this.memory.read("state").user;
    return this.#claim !== undefined && Boolean(whose) && whose !== this.#claim?.user;
  }

  /** Say whose conversation it is; what the server does not believe is said to the page. */
  async tell() {
    if (this.other) return this.#fire();
    const { conversation, user } = this.session;
    if (!conversation) return;
    this.#note(user);
    if (user || !this.#claim || this.#told === conversation) return;
    this.#told = conversation;
    try {
      const { user: believed } = await this.session.call("POST", `${this.session.path}/identity`, this.#claim);
      if (this.session.conversation !== conversation) return;
      this.session.user = believed;
      this.#note(believed);
      if (this.other) this.#fire(); // the page has named another meanwhile
    } catch (error) {
      if (error.passing) this.#told = null;
      else if (error.status === 409) this.#fire();
      else if (!error.lost) this.host.tell({ candor: "refused", text: error.message });
    }
  }

  #fire() {
    this.dispatchEvent(new Event("other"));
  }

  /** Keep whose it is, so that the next page need not ask. */
  #note(user) {
    if ((this.memory.read("state").user ?? null) !== user) this.memory.write("state", { user });
  }
}
