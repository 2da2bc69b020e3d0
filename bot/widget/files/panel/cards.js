// Openings in the conversation: a list of cards, or a few side by side.

import { link, make } from "./elements.js";

/** A list of openings; `choose` is called with the button of a card that is pressed. */
export function list(cards, texts, choose) {
  const all = make("ol", "cards");
  all.setAttribute("aria-label", texts.openings);
  for (const card of cards) {
    const item = make("li", "card");
    const title = make("h2", "", card.title);
    title.dir = "auto";
    item.append(title);
    if (card.facts.length) item.append(facts(card));
    item.append(actions(card, texts, choose));
    all.append(item);
  }
  return all;
}

/** Openings side by side: one group of rows for each label, one column for each opening. */
export function comparison(cards, texts, choose) {
  const table = make("table", "compared");
  table.append(make("caption", "unseen", texts.compared));
  const head = make("tr");
  for (const card of cards) {
    const title = make("th", "", card.title);
    title.scope = "col";
    title.dir = "auto";
    head.append(title);
  }
  const top = make("thead");
  top.append(head);
  table.append(top);
  cards[0].facts.forEach(({ label }, place) => table.append(group(label, cards.map((card) => card.facts[place].text))));
  const foot = make("tfoot");
  const row = make("tr");
  for (const card of cards) {
    const cell = make("td");
    cell.append(actions(card, texts, choose));
    row.append(cell);
  }
  foot.append(row);
  table.append(foot);
  return table;
}

function facts(card) {
  const described = make("dl");
  for (const { label, text } of card.facts) {
    const line = make("div");
    const value = make("dd", "", text);
    value.dir = "auto";
    line.append(make("dt", "", label), value);
    described.append(line);
  }
  return described;
}

function group(label, values) {
  const body = make("tbody");
  const heading = make("tr");
  const name = make("th", "", label);
  name.scope = "rowgroup";
  name.colSpan = values.length;
  heading.append(name);
  const row = make("tr");
  for (const value of values) {
    const cell = make("td", "", value);
    cell.dir = "auto";
    row.append(cell);
  }
  body.append(heading, row);
  return body;
}

function actions(card, texts, choose) {
  const row = make("div", "actions");
  const applying = ({ id }) => id.startsWith("apply:");
  const links = card.links.map((each) => link(each, texts, card.title)).filter(Boolean);
  for (const button of card.buttons) {
    const press = make("button", applying(button) ? "main" : "", button.title);
    press.type = "button";
    press.append(make("span", "unseen", ` (${card.title})`));
    press.addEventListener("click", () => choose(button));
    row.append(press);
  }
  // Applying comes first: here in the chat, else by the first link.
  const first = card.buttons.findLastIndex(applying) + 1;
  if (first) row.children[first - 1].after(...links);
  else row.prepend(...links);
  return row;
}
