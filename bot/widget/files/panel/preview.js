// The panel as a company would have it: no conversation, nothing is sent. The desk, and nobody else, says what to draw.

import { make } from "./elements.js";
import { View } from "./view.js";

const { company, language, texts, words, look } = JSON.parse(document.getElementById("setting").textContent);
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];
const view = new View(texts, language);
const log = document.getElementById("log");
const mark = document.querySelector(".mark");
const plain = [...mark.childNodes];
const launcher = make("p", "launcher");
const said = make("span");
launcher.append(mark.querySelector("svg").cloneNode(true), said);
document.body.append(launcher);
let shown = 0;
let more = null;

function draw(look) {
  const name = look.bot_name ?? "";
  sheet.replaceSync(look.css);
  document.querySelector("h1").textContent = name || words.company;
  document.querySelector(".who p").textContent = name ? words.subtitle_named : words.subtitle;
  texts.bot = name || words.bot;
  mark.replaceChildren(...logo(look));
  const starters = look.starters?.[language];
  const titles = starters ? [...starters, words.contact_human] : words.ways_in;
  log.replaceChildren();
  view.show({
    seq: (shown += 1),
    author: "bot",
    text: look.greeting?.[language] ?? (name ? words.greeting_named.replace("{name}", name) : words.greeting),
    created: new Date().toISOString(),
    buttons: titles.map((title, number) => ({ id: `none:${number}`, title })),
  });
  said.textContent = look.launcher?.[language] ?? "";
  launcher.classList.toggle("left", look.side === "left");
}

function logo({ logo, picture }) {
  if (!logo && !picture) return plain;
  const image = make("img");
  image.alt = "";
  image.src = picture ?? `/widget/${encodeURIComponent(company)}/logo/${logo}.png`;
  return [image];
}

/** Only what an answer says, and its second part when that is asked for. */
function say({ message, rest }) {
  log.replaceChildren();
  launcher.hidden = true;
  more = rest;
  if (message) reply(message);
}

function reply(message) {
  view.show({ seq: (shown += 1), author: "bot", created: new Date().toISOString(), ...message });
}

view.addEventListener("choose", ({ detail: { id, title } }) => {
  if (!id.startsWith("more:") || !more) return;
  view.show({ seq: (shown += 1), author: "candidate", created: new Date().toISOString(), text: title });
  reply(more);
});
addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || source !== window.parent) return;
  if (data?.candor === "look") draw(data.look);
  else if (data?.candor === "answer") say(data);
});
draw(look);
