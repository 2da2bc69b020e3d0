// The page around the panel: the loader that shows it, or nothing when the panel is opened by itself.

/** Talks to the loader, and only to the window and origin that embedded us. Fires "shown", "hidden" and
 * "identify" (detail: {user, signature}). */
export class Host extends EventTarget {
  #origin = new URLSearchParams(location.hash.slice(1)).get("host") ?? "";
  #kept = null;

  get embedded() {
    return window.parent !== window && this.#origin.startsWith("http");
  }

  /** Resolve once the loader has answered (at once without one). */
  connect() {
    if (!this.embedded) return Promise.resolve();
    return new Promise((resolve) => {
      addEventListener("message", (event) => {
        if (event.source !== window.parent || event.origin !== this.#origin) return;
        if (event.data?.candor === "start") {
          this.#kept = typeof event.data.kept === "string" ? event.data.kept : null;
          resolve();
        } else if (event.data?.candor === "shown" || event.data?.candor === "hidden") {
          this.dispatchEvent(new Event(event.data.candor));
        } else if (event.data?.candor === "identify") {
          const { user, signature } = event.data;
          this.dispatchEvent(new CustomEvent("identify", { detail: { user, signature } }));
        }
      });
      this.tell({ candor: "ready" });
    });
  }

  tell(message) {
    if (this.embedded) window.parent.postMessage(message, this.#origin);
  }

  /** What keeps the token: the loader's page, or our own storage when the panel stands alone. */
  keeper(key) {
    if (this.embedded) {
      return {
        read: () => this.#kept,
        write: (value) => {
          this.#kept = value;
          this.tell({ candor: "keep", value });
        },
      };
    }
    return {
      read: () => attempt(() => sessionStorage.getItem(key)),
      write: (value) =>
        attempt(() => (value === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value))),
    };
  }
}

function attempt(work) {
  try {
    return work();
  } catch {
    return null; // no storage here
  }
}
