// The same conversation in other tabs of this browser: what is read or ended in one is so in all.

/** Fires "read" (detail: a message's number) when another tab has shown everything up to it, and "ended" (detail: a
 * conversation) when the candidate has ended it there. */
export class Tabs extends EventTarget {
  #channel = null;

  constructor(company) {
    super();
    try {
      this.#channel = new BroadcastChannel(`candor:${company}`);
      this.#channel.onmessage = ({ data }) => {
        for (const what of ["read", "ended"]) {
          if (data?.[what]) this.dispatchEvent(new CustomEvent(what, { detail: data[what] }));
        }
      };
    } catch {
      // this browser keeps its tabs apart
    }
  }

  tellEnded(conversation) {
    this.#channel?.postMessage({ ended: conversation });
  }

  tellRead(seq) {
    this.#channel?.postMessage({ read: seq });
  }
}
