// Candor's loader: shows a button on the company's page and, once it is pressed, the chat panel in an iframe.
// Before that it stores nothing and asks for the company's look alone; for who has a conversation the chat loads with each
// page. It needs nothing from the page's style policy.
(() => {
  "use strict";
  __PARTS__; // the files beside it in loader/
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
  let picked = kept(":language"); // in the menu
  // The browser's are several: the chat takes the first that the company speaks, the button the first that it knows.
  let language = picked || script.dataset.language || document.documentElement.lang || navigator.languages.join(",");
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
  function mount() {
    const others = [...document.querySelectorAll(TAG)];
    if (others.some((other) => other.dataset.company === company)) return;
    host = element(TAG);
    host.dataset.company = company;
    root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css(look, others.length, FULL));
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
  const primary = () => language.toLowerCase().split(/[-,]/).find((each) => LABELS[each]) || "en";

  // Where the chat fills the window nobody is to wander about behind it.
  function cover() {
    const covers = isOpen() && FULL.matches ? document.body : undefined;
    if (covers === covered) return;
    if (covered) covered.inert = false;
    if (covers) covers.inert = true;
    covered = covers;
  }

  function label() {
    const labels = LABELS[primary()];
    const spoken = (alone && look.texts?.[primary()]) || "";
    const whose = alone ? "" : ` – ${look.name || company}`;
    const text = (isOpen() ? labels.close : unread ? labels.unread.replace("{count}", unread) : labels.open) + whose;
    said.textContent = spoken;
    said.hidden = !spoken;
    if (frame) frame.title = labels.title + whose;
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
    keep(kept(":state") && picked, ":language");
    keep(kept(":state") && isOpen() ? "yes" : null, ":open", "sessionStorage");
  }

  /** The chat does not come up: say where else to write. */
  function sorry() {
    if (box.querySelector(".sorry") || !look.mail) return;
    const [before, after] = LABELS[primary()].sorry.split("{email}");
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
    } else if (message?.candor === "language") {
      language = picked = message.language;
      label();
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
    picked = null;
    label();
    remember();
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

  // A module, for that passes every policy that lets this script run; where it does not come, the look is the usual one.
  const late = new Promise((resolve) => setTimeout(resolve, 3000, {}));
  const chosen = import(`${origin}/widget/${encodeURIComponent(company)}/look.js`).catch(() => ({}));
  Promise.race([chosen, late]).then((found) => {
    look = found.default || {};
    if (document.body) mount();
    else document.addEventListener("DOMContentLoaded", mount);
  });
})();
