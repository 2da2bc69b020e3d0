// Who waits, on every page of the desk: the badges, the title, notifications and a sound, for as long as a page is open.
"use strict";

(() => {
  const LOGGED_OUT = 4401;
  const LIST_PAUSE = 1500;
  const SILENCE = 90_000; // the server says something every minute: a connection that is silent for longer is dead
  let known = null;
  let tries = 0;
  let socket = null;

  const place = () => document.querySelector("[data-live]");

  // --- badges and title -------------------------------------------------------------------------------------------
  const show = () => {
    if (!place() || !known) return;
    for (const badge of document.querySelectorAll("[data-waiting]")) {
      badge.hidden = known.waiting === 0;
      badge.classList.toggle("urgent", known.urgent > 0);
      badge.querySelector("[data-count]").textContent = String(known.waiting);
    }
    const title = document.title.replace(/^\(\d+\) /u, "");
    document.title = known.waiting > 0 ? `(${known.waiting}) ${title}` : title;
  };

  // --- notifications and sound, as this browser's user chose ------------------------------------------------------
  const chosen = (what) => localStorage.getItem(`candor-${what}`) === "on";

  // Of several open pages one makes the sound.
  const sound = () => navigator.locks?.request("candor-sound", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await audio.close();
  });

  // The tag lets several open pages show it once; what candidates write stays in the desk.
  const notify = (what, { requireInteraction = false, to = "" } = {}) => {
    if (!chosen("notify") || window.Notification?.permission !== "granted") return;
    const told = new Notification(place().dataset[what], { tag: `candor-waiting${to}`, requireInteraction });
    told.onclick = () => {
      window.focus();
      location.assign(`/admin/conversations${to}`);
    };
  };

  const tell = (before, now, given) => {
    const urgent = now.urgent > before.urgent;
    const more = now.waiting > before.waiting;
    if ((urgent || more || given.length) && chosen("sound")) sound();
    if (urgent || more) notify(urgent ? "urgent" : "notification", { requireInteraction: urgent });
    for (const talk of given) notify("given", { to: `/${talk}` });
  };

  // --- what is open is brought up to date -------------------------------------------------------------------------
  let due = null;
  const trigger = (name) => window.htmx.trigger(document.body, name);
  const renewList = () => {
    due ??= setTimeout(() => {
      due = null;
      if (document.querySelector("#list")) trigger("inbox-changed");
    }, LIST_PAUSE);
  };

  const hear = ({ counts, talks, typing, given = [] }) => {
    if (typing) document.dispatchEvent(new CustomEvent("candor:typing", { detail: typing }));
    if (!counts) return;
    const before = known;
    known = counts;
    show();
    if (before) {
      tell(before, counts, given);
      renewList();
    }
    // Once connected as well: something may have been said since the page was made.
    const open = Number(document.querySelector("[data-talk-open]")?.dataset.talkOpen);
    if (open && (talks === null || talks.includes(open))) trigger("talk-changed");
  };

  const connect = () => {
    const mine = new WebSocket(new URL(place().dataset.live, location.href.replace(/^http/u, "ws")));
    socket = mine;
    const end = (code) => {
      clearTimeout(silence);
      mine.onmessage = mine.onclose = null;
      if (code === LOGGED_OUT || !place()) return;
      tries += 1;
      setTimeout(connect, Math.min(30_000, 500 * 2 ** tries) * (0.5 + Math.random() / 2));
    };
    const giveUp = () => {
      mine.close(); // a dead one may take minutes to close, so that nobody waits for that
      end(0);
    };
    let silence = setTimeout(giveUp, SILENCE);
    mine.onopen = () => document.dispatchEvent(new CustomEvent("candor:connected"));
    mine.onmessage = (event) => {
      tries = 0;
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE);
      hear(JSON.parse(event.data));
    };
    mine.onclose = (event) => end(event.code);
  };

  // What other scripts have to say; what is said while there is no connection is lost.
  document.addEventListener("candor:say", ({ detail }) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(detail));
  });

  // --- the choice -------------------------------------------------------------------------------------------------
  const showChoice = () => {
    for (const box of document.querySelectorAll("[data-tell]")) {
      box.checked = chosen(box.dataset.tell) && (box.dataset.tell !== "notify" || Notification.permission === "granted");
      box.closest("[data-told]").hidden = false;
    }
  };

  document.addEventListener("change", async (event) => {
    const box = event.target.closest("[data-tell]");
    if (!box) return;
    const refused = box.closest("[data-told]").querySelector("[data-not-told]");
    if (box.checked && box.dataset.tell === "notify" && (await Notification.requestPermission()) !== "granted") {
      box.checked = false;
      refused.hidden = false;
      return;
    }
    refused.hidden = true;
    localStorage.setItem(`candor-${box.dataset.tell}`, box.checked ? "on" : "off");
    if (box.checked && box.dataset.tell === "sound") sound();
  });

  document.addEventListener("htmx:afterSettle", () => {
    show();
    showChoice();
  });

  if (!place()) return;
  showChoice();
  connect();
})();
