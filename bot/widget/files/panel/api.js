// The HTTP side: one call, its errors, and how long to wait before trying again.

/** What went wrong with a call; status 0 means that no answer came. */
export class ApiError extends Error {
  constructor(status, code, message, retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** The same request may succeed later. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The conversation is gone, or is not ours any more. */
  get lost() {
    return this.status === 401 || this.status === 404;
  }
}

/** Call the API and return its JSON; a null token leaves the credentials to the cookie, `stop` is what it can be given up by.
 * Throws ApiError. */
export async function call(method, path, { token = null, language = "en", body, form, stop = new AbortController() } = {}) {
  const headers = { "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  AbortSignal.timeout(form ? 120000 : 20000).addEventListener("abort", () => stop.abort());
  let response;
  let data = null;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: form ?? (body && JSON.stringify(body)),
      credentials: "same-origin",
      cache: "no-store",
      keepalive: method === "POST" && !form, // files are too large for that; what was sent arrives even if the candidate goes to another page
      signal: stop.signal,
    });
    data = await response.json();
  } catch {
    if (!response || response.ok) throw new ApiError(0, "unreachable", "");
  }
  if (response.ok) return data;
  const retryAfter = Number(response.headers.get("Retry-After")) || 0;
  throw new ApiError(response.status, data?.error?.code ?? "", data?.error?.message ?? "", retryAfter);
}

/** Milliseconds before try number `attempt` (from 1): doubling, jittered, at most `most`, at least Retry-After. */
export function backoff(attempt, { first = 500, most = 30000, retryAfter = 0 } = {}) {
  const full = Math.min(most, first * 2 ** Math.min(attempt, 16));
  return Math.max(retryAfter * 1000, full / 2 + (Math.random() * full) / 2);
}

/** Wait, or less when the browser comes back online or `signal` (an EventTarget) says "hurry". */
export function pause(milliseconds, signal = new EventTarget()) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("hurry", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal.addEventListener("hurry", done);
  });
}

/** A random id; crypto.randomUUID is missing on plain HTTP. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
