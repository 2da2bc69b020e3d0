// The page around the panel: the loader that shows it, or nothing when the panel is opened by itself.

/** Talks to the loader, and only to the window and origin that embedded us. Fires "shown" (detail: whether nobody
 * pressed anything for it), "hidden" and "identify" (detail: {user, signature}, or null where nobody is
 * signed in) and "told" (detail: whether the browser lets us notify). */
export class Host extends EventTarget {
  #origin = new URLSearchParams(location.hash.slice(1)).get("host") ?? "";
  #kept = {};

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
          this.#kept = { ...event.data.kept };
          this.#identify(event.data);
          resolve();
        } else if (event.data?.candor === "shown" || event.data?.candor === "hidden") {
          this.dispatchEvent(new CustomEvent(event.data.candor, { detail: event.data.quietly === true }));
        } else if (event.data?.candor === "told") {
          this.dispatchEvent(new CustomEvent("told", { detail: event.data.granted === true }));
        } else if (event.data?.candor === "identify") {
          this.#identify(event.data);
        }
      });
      this.tell({ candor: "ready" });
    });
  }

  #identify({ who }) {
    if (who !== undefined) this.dispatchEvent(new CustomEvent("identify", { detail: who }));
  }

  tell(message) {
    if (this.embedded) window.parent.postMessage(message, this.#origin);
  }

  /** What keeps a text: the loader's page, or our own storage when the panel stands alone. What is not sent yet stays
   * with us where the browser lets us, for it is none of the page's business. */
  keeper(key, name = "") {
    const storage = attempt(() => (name ? localStorage : sessionStorage));
    if (this.embedded && !(name === ":texts" && storage)) {
      return {
        read: () => (typeof this.#kept[name] === "string" ? this.#kept[name] : null),
        write: (value) => {
          this.#kept[name] = value;
          this.tell({ candor: "keep", name, value });
        },
      };
    }
    return {
      read: () => attempt(() => storage.getItem(key + name)),
      write: (value) => attempt(() => (value === null ? storage.removeItem(key + name) : storage.setItem(key + name, value))),
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
