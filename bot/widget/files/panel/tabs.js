// The same conversation in other tabs of this browser: what is read in one is read in all.

/** Fires "read" (detail: a message's number) when another tab has shown everything up to it. */
export class Tabs extends EventTarget {
  #channel = null;

  constructor(company) {
    super();
    try {
      this.#channel = new BroadcastChannel(`candor:${company}`);
      this.#channel.onmessage = ({ data }) => {
        if (Number.isInteger(data?.read)) this.dispatchEvent(new CustomEvent("read", { detail: data.read }));
      };
    } catch {
      // this browser keeps its tabs apart
    }
  }

  tellRead(seq) {
    this.#channel?.postMessage({ read: seq });
  }
}
