// The conversation as a text file, made here: nothing goes to the server for it.

import { make } from "./elements.js";

/** The language as the reader's region writes it, such as 14:30 or 2:30 PM: the browser knows that, the page often only the
 * language. */
export function localeOf(language) {
  return navigator.languages.find((each) => each.split("-")[0] === language) ?? language;
}

/** The words of a conversation, each message under who said it and when. */
export function transcript(messages, texts, language) {
  const when = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeStyle: "short" });
  const head = (author, created) => fill(texts.transcript_said, { author: texts[author], when: when.format(new Date(created)) });
  const fact = (label, text) => fill(texts.transcript_fact, { label, text });
  const said = messages.map(({ author, created, text, links, cards }) =>
    [
      head(author, created),
      text,
      ...(cards ?? []).map((card) => [card.title, ...card.facts.map(({ label, text }) => fact(label, text))].join("\n")),
      ...[...(links ?? []), ...(cards ?? []).flatMap((card) => card.links)].map(({ title, url }) => fact(title, url)),
    ].join("\n"),
  );
  return `${[texts.transcript, ...said].join("\n\n")}\n`;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Let the browser save a text under this name. */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const anchor = make("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
