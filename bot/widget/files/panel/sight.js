// What of the log can be seen: it follows what is said, and a hint tells of what stands further down.

const ABOVE = 8; // pixels left above a reply that is longer than the log
const NEAR = 80; // pixels from its end within which the log follows what is said

/** What of `log` is in sight; `hint` is the button shown while its last message begins further down. */
export class Sight {
  #following = true;

  constructor(log, hint) {
    this.log = log;
    this.hint = hint;
    log.addEventListener("scroll", () => this.#moved());
    hint.addEventListener("click", () => {
      log.focus();
      log.scrollTop = log.scrollHeight;
      this.#moved();
    });
    new ResizeObserver(() => {
      this.scroll();
      this.#moved();
    }).observe(log);
  }

  /** Something new was said: show it, or hint that it stands further down. */
  follow() {
    this.scroll();
    this.hint.hidden = this.#lastSeen();
  }

  /** Show the end, or the beginning of what was replied if that is longer, unless the candidate reads further up. */
  scroll(anyway = false) {
    if (anyway) this.#following = true;
    if (this.#following) this.log.scrollTop = Math.min(this.log.scrollHeight, this.#replyTop());
  }

  /** The log is empty again. */
  forget() {
    this.hint.hidden = true;
  }

  #moved() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    this.#following = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#lastSeen()) this.hint.hidden = true;
  }

  #messages() {
    return [...this.log.querySelectorAll(".message")];
  }

  #top(message) {
    return message.offsetTop - this.log.offsetTop;
  }

  /** Whether some lines of the last message are in sight, or it is further up. */
  #lastSeen() {
    const last = this.#messages().at(-1);
    if (!last) return true;
    const { scrollTop, clientHeight } = this.log;
    return this.#top(last) + Math.min(last.offsetHeight, NEAR) <= scrollTop + clientHeight;
  }

  #replyTop() {
    const messages = this.#messages();
    const asked = messages.findLastIndex((message) => message.dataset.author === "candidate");
    const reply = asked < 0 ? undefined : messages[asked + 1];
    return reply ? this.#top(reply) - ABOVE : Infinity;
  }
}
