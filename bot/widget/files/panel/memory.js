// What is kept of a conversation on this device; before the first message nothing is.

/** Two parts: "state" {read, unread}, which the page around the panel may see, and "texts" {draft, outbox}, what is not
 * sent yet. Each knows `at`, when it was last written. */
export class Memory {
  constructor(host, key) {
    this.keepers = { state: host.keeper(key, ":state"), texts: host.keeper(key, ":texts") };
  }

  read(part) {
    try {
      return JSON.parse(this.keepers[part].read()) ?? {};
    } catch {
      return {};
    }
  }

  write(part, change) {
    this.keepers[part].write(JSON.stringify({ ...this.read(part), ...change, at: Date.now() }));
  }

  clear() {
    for (const keeper of Object.values(this.keepers)) keeper.write(null);
  }
}
