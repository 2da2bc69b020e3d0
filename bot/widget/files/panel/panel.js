// The chat panel: puts session, sending, stream and view together.

import { backoff, pause } from "./api.js";
import { Composer } from "./composer.js";
import { menuOf } from "./doings.js";
import { Host } from "./host.js";
import { Identity } from "./identity.js";
import { Memory } from "./memory.js";
import { Reading } from "./reading.js";
import { Sending } from "./sending.js";
import { Session } from "./session.js";
import { Stream } from "./stream.js";
import { Tabs } from "./tabs.js";
import { Told } from "./told.js";
import { View } from "./view.js";

const TYPING_HOLDS = 7000;
const TOUCH = matchMedia("(pointer: coarse)");
const { company, language, languages, texts, privacy, welcome, opened } = JSON.parse(document.getElementById("setting").textContent);
const host = new Host();
const view = new View(texts, language);
const composer = new Composer(texts);
const keeper = host.keeper(`candor:${company}`);
if (opened && !host.embedded) {
  // The link of a mail opened this conversation, once: a reload finds it where the panel always looks.
  keeper.write(JSON.stringify(opened));
  history.replaceState(null, "", `/widget/${encodeURIComponent(company)}?lang=${language}`);
}
const session = new Session(company, language, keeper);
const memory = new Memory(host, `candor:${company}`);
const identity = new Identity(session, memory, host);
const told = new Told(company, texts, memory, host, () => complain(texts.told_refused));
const tabs = new Tabs(company);
const reading = new Reading(tabs, session, memory, host, told);
const sending = new Sending(session, view, reading, memory, ready);
const { outbox } = sending;
const stateLine = document.getElementById("state");
const subtitle = document.querySelector(".who p");
const asTheBot = subtitle.textContent;
const privacyNote = document.getElementById("privacy");
let stream = null;
let starting = null; // until it is known whether there is a conversation
let greeted = 0; // since when what comes before the first message is on show
let renewals = 0;
let connection = ""; // how it is, a key of the texts; "" when there is one
let trouble = ""; // what went wrong otherwise, until something is sent or it is none any more
let quiet = null;

function state(key) {
  connection = key;
  showState();
}

/** Say what was not taken, where the state of the connection is; "": nothing any more. */
function complain(text) {
  trouble = text;
  showState();
}

function showState() {
  const text = connection ? texts[connection] : trouble;
  if (stateLine.textContent !== text) stateLine.textContent = text;
}

/** Put the focus where the candidate goes on; in the field it would bring up a phone's keyboard over what was said. */
function attend() {
  (TOUCH.matches ? view : composer).focus();
}

function connected(isConnected) {
  if (isConnected) {
    outbox.hurry();
    identity.tell();
    state("");
  } else {
    state(navigator.onLine ? "unreachable" : "offline");
  }
}

/** Resume the conversation, or show what comes before one, trying until it works. */
async function start() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      let messages = await session.resume();
      if (messages && identity.other) {
        await session.leave();
        putAway();
        messages = null;
      }
      if (messages) goOn(messages);
      else greet();
      view.scroll(true);
      connected(true);
      return;
    } catch (error) {
      connected(false);
      await pause(backoff(attempt, { first: 1000, retryAfter: error.retryAfter }));
    }
  }
}

function goOn(messages) {
  privacyNote.hidden = true;
  view.greeted(messages);
  listen(messages.at(-1)?.seq ?? 0);
  reading.begin(messages);
}

function greet() {
  if (!welcome) location.reload(); // this page was made for one conversation
  greeted = Date.now();
  privacyNote.hidden = false;
  view.greet(welcome ?? []);
}

/** The candidate writes for the first time: only now there is a conversation. */
async function open() {
  const messages = await session.open({ version: privacy, seconds: Math.floor((Date.now() - greeted) / 1000) });
  if (!stream) goOn(messages);
}

/** Wait until there is a conversation. */
async function ready() {
  await starting;
  if (!session.conversation) await open();
}

/** Take up what this device has kept: what waits is sent, what waited for too long stands in the field. */
function resume() {
  if (identity.other) memory.clear();
  const before = outbox.items.length;
  const old = outbox.resume();
  const kept = outbox.items.slice(0, outbox.items.length - before);
  kept.forEach((item) => view.pend(item, "queued"));
  const draft = [memory.read("texts").draft, ...old].filter(Boolean).join("\n");
  if (draft && !composer.draft) composer.draft = draft;
  if (old.length) memory.write("texts", { draft });
  outbox.run();
}

function begin(first = Promise.resolve()) {
  starting ??= first.then(start).finally(() => {
    starting = null;
  });
  return starting;
}

function listen(after) {
  identity.tell();
  stream = new Stream(session, after);
  stream.addEventListener("messages", (event) => receive(event.detail));
  stream.addEventListener("typing", (event) => personTypes(event.detail));
  stream.addEventListener("person", (event) => personAnswers(event.detail));
  stream.addEventListener("state", (event) => connected(event.detail));
  stream.addEventListener("lost", renew);
  stream.run();
}

function forget(why) {
  stream?.stop();
  stream = null;
  personAnswers("");
  session.forget();
  sending.giveUp();
  complain("");
  reading.forget();
  view.restart(why);
}

/** Keep nothing on this device of what was said and typed. */
function putAway(why = "") {
  composer.draft = "";
  outbox.clear();
  memory.clear();
  forget(why);
}

/** The candidate has ended the conversation, here or in another tab. */
function ended() {
  putAway(texts.ended_here);
  greet();
  view.scroll(true);
}

function endHere() {
  tabs.tellEnded(session.conversation);
  ended();
  attend();
}

/** What the candidate asked for in the menu, or a file, was not taken. */
function failed(error) {
  if (error.status === 0) connected(false);
  else complain(error.message);
}

/** The conversation is gone (erased, or its token is not ours): as before one; what waits is sent in another. */
function renew() {
  if (starting) return;
  forget(texts.ended);
  outbox.items.forEach((item) => view.pend(item, "queued"));
  begin(renewals ? pause(backoff(renewals)) : undefined);
  renewals += 1;
}

function receive(messages) {
  const fresh = messages.filter((message) => !view.has(message.seq));
  if (!fresh.length) return;
  clearTimeout(quiet);
  view.typing(false);
  fresh.forEach((message) => view.show(message));
  view.follow();
  reading.arrived(fresh);
}

/** Say in the head who answers: a person by their first name, or the bot. */
function personAnswers(name) {
  subtitle.textContent = name ? texts.person_answers.replace("{name}", name) : asTheBot;
}

/** Say for some seconds that a person writes an answer. */
function personTypes(name) {
  clearTimeout(quiet);
  view.typing(true, texts.person_types.replace("{name}", name));
  quiet = setTimeout(() => view.typing(false), TYPING_HOLDS);
}

function send(content) {
  complain("");
  sending.send(content, Boolean(starting));
}

sending.addEventListener("replies", (event) => receive(event.detail));
sending.addEventListener("reached", (event) => connected(event.detail));
sending.addEventListener("uploaded", () => {
  if (!composer.isFocused) attend(); // who types meanwhile goes on typing
});
sending.addEventListener("failed", (event) => failed(event.detail));
sending.addEventListener("lost", renew);
composer.addEventListener("draft", () => {
  if (session.conversation) memory.write("texts", { draft: composer.draft });
});
const cutAt = (limit) => texts.cut.replace("{limit}", limit);
composer.addEventListener("cut", ({ detail }) => complain(cutAt(detail)));
composer.addEventListener("fits", ({ detail }) => {
  if (trouble === cutAt(detail)) complain("");
});
composer.addEventListener("typing", () => stream?.types());
composer.addEventListener("write", ({ detail }) => send({ text: detail }));
view.addEventListener("choose", ({ detail }) => {
  attend(); // the pressed button goes away
  send({ button: detail.id, title: detail.title });
});

view.addEventListener("file", ({ detail }) => {
  complain("");
  sending.upload(detail);
});

tabs.addEventListener("ended", ({ detail }) => {
  if (detail === session.conversation) ended();
});
reading.addEventListener("seen", ({ detail }) => stream?.saw(detail));
host.addEventListener("shown", ({ detail: quietly }) => {
  view.scroll(true);
  if (!quietly) attend();
  stream?.refresh();
  reading.show(true);
});
identity.addEventListener("other", () => {
  if (starting) return; // what is found then is looked at
  putAway();
  begin();
});
host.addEventListener("hidden", () => {
  reading.show(false);
});
addEventListener("offline", () => connected(false));
addEventListener("online", () => {
  if (stream) stream.refresh();
  else if (!starting) connected(true);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  stream?.refresh();
  reading.look();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) host.tell({ candor: "close" });
});
const closeButton = document.getElementById("close");
closeButton.hidden = !host.embedded;
closeButton.addEventListener("click", () => host.tell({ candor: "close" }));

menuOf({ company, language, languages, texts, session, told, host, send: (text) => send({ text }), ended: endHere, done: () => complain(""), failed });

state("connecting");
begin(host.connect().then(resume)).then(() => view.announce());
