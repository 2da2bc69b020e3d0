// Whether the candidate wants to be told when a person answers, and telling it: off until it is chosen in the menu.

import { pause } from "./api.js";

const READ_ELSEWHERE = 500; // milliseconds in which another tab says that the answer was read there
const SCRIPT = "/widget/told.js"; // tells, in the page around the panel where there is one

export class Told {
  /** `refused()` is called where the browser does not let us notify. */
  constructor(company, texts, memory, host, refused) {
    this.company = company;
    this.texts = texts;
    this.memory = memory;
    this.host = host;
    this.refused = refused;
    host.addEventListener("told", ({ detail: granted }) => this.#notice(granted));
  }

  /** The entries of the menu. */
  entries() {
    const { sound, notice } = this.#chosen;
    return [
      { title: this.texts.menu_sound, on: sound, act: () => this.#sound(!sound) },
      { title: this.texts.menu_notice, on: notice, act: () => (notice ? this.#choose({ notice: false }) : this.#ask()) },
    ];
  }

  /** A person has answered and nobody saw it. */
  async answered(seq) {
    const { sound, notice } = this.#chosen;
    if (!sound && !notice) return;
    await pause(READ_ELSEWHERE);
    if (!(this.memory.read("state").read >= seq)) this.#do({ sound, notice: notice && this.texts.told_answered });
  }

  get #chosen() {
    const { sound = false, notice = false } = this.memory.read("state");
    return { sound, notice };
  }

  #choose(change) {
    this.memory.write("state", change);
  }

  #sound(on) {
    this.#choose({ sound: on });
    if (on) this.#do({ sound: true }); // so that it is known
  }

  #ask() {
    this.#do({ ask: this.texts.told_on });
  }

  #notice(granted) {
    if (granted) this.#choose({ notice: true });
    else this.refused();
  }

  async #do(wish) {
    const all = { company: this.company, ...wish };
    if (this.host.embedded) return this.host.tell({ candor: "told", ...all });
    const { default: told } = await import(SCRIPT);
    return told(all, () => {}, (granted) => this.#notice(granted));
  }
}
