// Candor's loader: shows a button on the company's page and, once it is pressed, the chat panel in an iframe.
// Before that it stores nothing and asks for the company's look alone; for who has a conversation the chat loads with each
// page. It needs nothing from the page's style policy.
(() => {
  "use strict";
  const LABELS = __LABELS__;
  const script = document.currentScript || document.querySelector('script[data-company][src*="/widget.js"]');
  const company = script?.dataset.company;
  if (!company) {
    console.error("Candor: the script tag of widget.js needs data-company.");
    return;
  }
  const TAG = "candor-chat";
  const origin = new URL(script.src).origin;
  const storageKey = `candor:${company}`;
  const KEPT = ["", ":state", ":texts"]; // what the panel may keep here
  const WEEK = 7 * 24 * 60 * 60 * 1000;
  let language = script.dataset.language || document.documentElement.lang || navigator.language || "en";
  let host, root, launcher, said, badge, box, frame;
  let ready = false;
  let unread = 0;
  let owner; // who is known to have had the conversation
  let look = {}; // the company's own, where it has chosen one
  let who; // the candidate is to the page: {user, signature}, null: nobody is signed in
  let counted = ""; // what stands before the page's title
  let quietly; // whether the chat opened by itself
  let covered; // the body that the full-screen chat covers
  let alone; // whether the launcher has room for words

  const FULL = matchMedia("(max-width: 480px), (max-height: 420px)");
  const css = (slot) => `
    :host { all: initial !important; position: fixed !important; z-index: 2147483647 !important }
    [hidden] { display: none !important }
    button, .box { position: fixed; z-index: 2147483000; inset-inline-${edge()}: ${20 + 72 * slot}px; box-sizing: border-box }
    button { inset-block-end: 20px; inline-size: 56px; block-size: 56px; padding: 0; border: 1px solid transparent;
      border-radius: 28px; background: ${look.colour || "#14594f"}; color: ${look.ink || "#fff"}; cursor: pointer;
      display: flex; align-items: center; justify-content: center; gap: 10px; font: 600 15px/1.3 system-ui, sans-serif;
      box-shadow: 0 1px 2px #0003, 0 6px 20px #0000002e }
    button:hover { filter: brightness(.88) }
    button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px ${look.colour || "#14594f"} }
    .says:not(.shown) { inline-size: auto; max-inline-size: calc(100vw - 40px); padding-inline: 16px 20px }
    .shown .said { display: none }
    .said { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    svg { flex: none; inline-size: 26px; block-size: 26px; fill: none; stroke: currentColor; stroke-width: 1.9;
      stroke-linecap: round; stroke-linejoin: round }
    .shown .ask, button:not(.shown) .shut { display: none }
    .badge::before { content: attr(data-count) } /* the label says it: this is no text of the button */
    .badge { position: absolute; inset-block-start: -3px; inset-inline-end: -3px; min-inline-size: 22px; block-size: 22px;
      padding: 0 5px; box-sizing: border-box; border-radius: 11px; background: #b3261e; color: #fff; border: 2px solid #fff;
      font: 600 12px/18px system-ui, sans-serif; text-align: center }
    .box { inset-block-end: 88px; inset-inline-${edge()}: 20px; inline-size: 392px; max-inline-size: calc(100vw - 40px);
      block-size: 640px; max-block-size: calc(100dvh - 108px); border-radius: 16px; overflow: hidden; background: #fbfaf7;
      border: 1px solid #00000024; box-shadow: 0 2px 6px #0000001f, 0 16px 48px #0000003d }
    .sorry { position: absolute; inset: 0; margin: 0; padding: 24px; background: #fbfaf7; color: #1c2321;
      font: 16px/1.5 system-ui, sans-serif }
    .sorry a { color: inherit }
    iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; color-scheme: normal }
    @media (prefers-color-scheme: dark) {
      ${look.colour ? "" : `button { background: #8fd3c4; color: #06251f }
      button:focus-visible { outline-color: #06251f; box-shadow: 0 0 0 6px #8fd3c4 }`}
      .box, .sorry { background: #161a1a; color: #e9edeb; border-color: #ffffff2e } .badge { border-color: #161a1a }
    }
    @media ${FULL.media} {
      .box { inset: 0; inline-size: 100%; max-inline-size: none; block-size: 100dvh; max-block-size: none;
        border: 0; border-radius: 0; z-index: 2147483001 }
      .box:not(.ready) { block-size: calc(100dvh - 96px) }
    }
    @media (prefers-reduced-motion: no-preference) {
      button { transition: filter .15s }
      .box { animation: rise .18s ease-out } @keyframes rise { from { opacity: 0; transform: translateY(8px) } }
    }
    @media (forced-colors: active) { button, .box, .badge { border: 2px solid ButtonText } }
    @media print { :host { display: none !important } }`;

  const edge = () => (look.side === "left" ? "start" : "end");

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function icon(name, path) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", name);
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    svg.append(line);
    return svg;
  }

  function mount() {
    const others = [...document.querySelectorAll(TAG)];
    if (others.some((other) => other.dataset.company === company)) return;
    host = element(TAG);
    host.dataset.company = company;
    root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css(others.length));
    root.adoptedStyleSheets = [sheet];
    // Two launchers stand side by side: neither has room for words then.
    alone = document.querySelectorAll('script[data-company][src*="/widget.js"]').length < 2;
    said = element("span", { className: "said" });
    badge = element("span", { className: "badge", hidden: true, ariaHidden: "true" });
    launcher = element(
      "button",
      { type: "button" },
      icon("ask", "M4 5.5h16v11h-9l-4.5 3.5v-3.5H4zM8.5 9.5h7M8.5 12.5h4.5"),
      icon("shut", "M5.5 9l6.5 6.5L18.5 9"),
      said,
      badge,
    );
    launcher.addEventListener("click", () => (isOpen() ? close() : open()));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isOpen()) close();
    });
    root.append(launcher);
    attach();
    addEventListener("message", hear);
    FULL.addEventListener("change", cover);
    document.addEventListener("candor:opened", ({ detail }) => detail.company !== company && isOpen() && hide());
    comeBack();
    label();
    if (!window.candor?.chats) window.candor = { ...chat, chats: {} };
    window.candor.chats[company] = chat;
    fire("ready");
  }

  // Beside the body, which applications swap, and above whatever the page stacks.
  function attach() {
    cover();
    if (host.isConnected) return;
    ready = false; // its frame loads anew
    for (const watched of [document, document.documentElement]) watch.observe(watched, { childList: true });
    document.documentElement.append(host);
    host.popover = "manual";
    host.showPopover?.();
  }

  const watch = new MutationObserver(attach);

  const isOpen = () => Boolean(box) && !box.hidden;
  const primary = () => language.toLowerCase().split("-")[0];

  // Where the chat fills the window nobody is to wander about behind it.
  function cover() {
    const covers = isOpen() && FULL.matches ? document.body : undefined;
    if (covers === covered) return;
    if (covered) covered.inert = false;
    if (covers) covers.inert = true;
    covered = covers;
  }

  function label() {
    const labels = LABELS[primary()] || LABELS.en;
    const spoken = (alone && look.texts?.[primary()]) || "";
    const text = isOpen() ? labels.close : unread ? labels.unread.replace("{count}", unread) : labels.open;
    said.textContent = spoken;
    said.hidden = !spoken;
    if (frame) frame.title = labels.title;
    launcher.setAttribute("aria-label", spoken && !isOpen() ? `${spoken}: ${text}` : text);
    launcher.setAttribute("aria-expanded", isOpen());
    cover();
    const bare = counted ? document.title.replace(counted, "") : document.title;
    counted = unread ? `(${unread}) ` : "";
    if (document.title !== counted + bare) document.title = counted + bare;
    launcher.className = `${spoken && "says"} ${isOpen() ? "shown" : ""}`;
    badge.dataset.count = unread > 9 ? "9+" : unread;
    badge.hidden = !unread || isOpen();
  }

  function open() {
    if (isOpen()) return;
    load();
    box.hidden = false;
    unread = 0;
    label();
    remember();
    if (ready) show();
    fire("opened");
  }

  function load() {
    if (!box) {
      frame = element("iframe", { src: address() });
      box = element("div", { className: "box", hidden: true }, frame);
      root.append(box);
      const its = frame;
      const check = () => its === frame && !ready && sorry();
      frame.addEventListener("load", () => setTimeout(check, 2000));
      setTimeout(check, 10000);
    }
  }

  /** Who has a conversation hears of answers on each page, and finds the chat open if it was, except where it fills the window. */
  function comeBack() {
    let state;
    try {
      state = JSON.parse(kept(":state")) || {};
    } catch {
      return; // somebody else wrote there
    }
    if (!(Date.now() - state.at < WEEK)) return;
    unread = Number.isInteger(state.unread) ? state.unread : 0;
    owner = state.user;
    if (kept(":open", "sessionStorage") && !FULL.matches) {
      quietly = true;
      open();
    } else load();
  }

  // Nothing is stored for who has only looked.
  function remember() {
    keep(kept(":state") && isOpen() ? "yes" : null, ":open", "sessionStorage");
  }

  /** The chat does not come up: say where else to write. */
  function sorry() {
    if (box.querySelector(".sorry") || !look.mail) return;
    const [before, after] = (LABELS[primary()] || LABELS.en).sorry.split("{email}");
    const mail = element("a", { href: `mailto:${look.mail}`, textContent: look.mail });
    box.append(element("p", { className: "sorry", role: "alert" }, before, mail, after));
  }

  const address = () =>
    `${origin}/widget/${encodeURIComponent(company)}?lang=${encodeURIComponent(language)}#host=${encodeURIComponent(location.origin)}`;

  function show() {
    if (!quietly) frame.focus();
    tell({ candor: "shown", quietly });
    quietly = false;
  }

  function hide() {
    box.hidden = true;
    if (ready) {
      tell({ candor: "hidden" });
    } else {
      box.remove(); // it never came up: the next press tries again
      box = frame = undefined;
    }
    label();
    remember();
    fire("closed");
  }

  function close() {
    quietly = false;
    hide();
    launcher.focus();
  }

  function tell(message) {
    frame.contentWindow.postMessage(message, origin);
  }

  function hear(event) {
    if (!frame || event.origin !== origin || event.source !== frame.contentWindow) return;
    const message = event.data;
    if (message?.candor === "ready") {
      ready = true;
      box.classList.add("ready");
      box.querySelector(".sorry")?.remove();
      tell({ candor: "start", kept: Object.fromEntries(KEPT.map((name) => [name, kept(name)])), who });
      if (isOpen()) show();
    } else if (message?.candor === "close" && isOpen()) {
      close();
    } else if (message?.candor === "unread" && Number.isInteger(message.count)) {
      unread = message.count;
      label();
    } else if (message?.candor === "keep" && KEPT.includes(message.name)) {
      keep(message.value, message.name);
      remember();
    } else if (message?.candor === "refused") {
      console.error(`Candor: ${message.text}`);
    } else if (message?.candor === "told") {
      import(`${origin}/widget/told.js`).then((told) =>
        told.default(message, open, (granted) => tell({ candor: "told", granted })),
      );
    } else if (message?.candor === "message") {
      fire("message", { author: message.author, seq: message.seq });
    }
  }

  /** Say who the candidate is to this page: {user, signature}; nothing: nobody is signed in. */
  function identify(signedIn) {
    who = signedIn ? { user: String(signedIn.user), signature: String(signedIn.signature) } : null;
    if (owner && owner !== who?.user) unread = 0;
    label();
    if (ready) tell({ candor: "identify", who });
  }

  function setLanguage(wanted) {
    if (wanted === language) return;
    language = wanted;
    label();
    if (!frame) return;
    ready = false;
    frame.src = address();
  }

  function fire(name, more) {
    document.dispatchEvent(new CustomEvent(`candor:${name}`, { detail: { company, ...more } }));
  }

  /** Call `listener` with what happens in this chat; return how to stop that. */
  function on(name, listener) {
    const hears = ({ detail }) => detail.company === company && listener(detail);
    document.addEventListener(`candor:${name}`, hears);
    return () => document.removeEventListener(`candor:${name}`, hears);
  }

  const chat = { company, open, close: () => isOpen() && hide(), setLanguage, identify, on };

  // Without cookies (plain HTTP, refused cookies) the panel's token lives in the page's own storage.
  function kept(name, storage = "localStorage") {
    try {
      return window[storage].getItem(storageKey + name);
    } catch {
      return null;
    }
  }

  function keep(value, name, storage = "localStorage") {
    try {
      if (typeof value === "string") window[storage].setItem(storageKey + name, value);
      else window[storage].removeItem(storageKey + name);
    } catch {
      // the conversation then lasts as long as the page
    }
  }

  // A module, for that passes every policy that lets this script run; where it does not come, the look is the usual one.
  const late = new Promise((resolve) => setTimeout(resolve, 3000, {}));
  const chosen = import(`${origin}/widget/${encodeURIComponent(company)}/look.js`).catch(() => ({}));
  Promise.race([chosen, late]).then((found) => {
    look = found.default || {};
    if (document.body) mount();
    else document.addEventListener("DOMContentLoaded", mount);
  });
})();
