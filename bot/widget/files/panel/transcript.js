// The conversation as a text file, made here: nothing goes to the server for it.

import { make } from "./elements.js";

/** The words of a conversation, each message under who said it and when. */
export function transcript(messages, texts, language) {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const said = messages.map(({ author, created, text, links, cards }) =>
    [
      `${texts[author]}, ${when.format(new Date(created))}`,
      text,
      ...(cards ?? []).map((card) => [card.title, ...card.facts.map(({ label, text }) => `${label}: ${text}`)].join("\n")),
      ...[...(links ?? []), ...(cards ?? []).flatMap((card) => card.links)].map(({ title, url }) => `${title}: ${url}`),
    ].join("\n"),
  );
  return `${[texts.transcript, ...said].join("\n\n")}\n`;
}

/** Let the browser save a text under this name. */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const anchor = make("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
