// Elements made of text from outside, which only ever becomes textContent.

const ICON = "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5";

export function make(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** A link that opens in a new tab and says so; null when it is neither https nor ours. `about` says more to ears only. */
export function link({ title, url }, texts, about = "") {
  if (!isSafe(url)) return null;
  const anchor = make("a", "", title);
  Object.assign(anchor, { href: url, target: "_blank", rel: "noopener noreferrer", dir: "auto" });
  const more = [about, texts.new_tab].filter(Boolean).join(", ");
  anchor.append(icon(), make("span", "unseen", ` (${more})`));
  return anchor;
}

// Letters of any alphabet are part of an address but those of Chinese and Japanese, which follow one without a blank.
const CJK = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}`;
const LETTER = String.raw`(?![${CJK}])[\p{L}\p{M}\p{N}_]`;
const SIGN = String.raw`(?![${CJK}"<>()])[!-~\p{L}\p{M}\p{N}]`;
// Brackets may stand within an address; they end it only as the half of a pair.
const PAIR = String.raw`(?:\((?:${SIGN})*\)|\[(?:(?![[\]])${SIGN})*\]|\{(?:(?![{}])${SIGN})*\})`;
const LINKS = new RegExp(
  [
    // Where one of those stands in the name of a host, the rest of it would lead to another.
    String.raw`(?<web>https?:\/\/(?![^\s\/。，]*[${CJK}]\.\p{L})(?:${PAIR}|(?!${PAIR})${SIGN})*(?:${LETTER}|[\/=#&%\-]|${PAIR}))`,
    String.raw`(?<mailto>(?<!${LETTER}|[.+-])(?:${LETTER}|[.+-])+@(?:${LETTER}|-)+(?:\.(?:${LETTER}|-)+)+)`,
    String.raw`(?<tel>(?<![\d.,])(?:\+\d[\d \(\)\-]{6,}\d|0\d{2,}[\d \-]{4,}\d)(?![\d.,]*\d))`,
  ].join("|"),
  "gu",
);

/** What a text consists of: its words, and links where it names a page, a mail address or a telephone number. */
export function linked(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(LINKS)) {
    const { web, tel } = found.groups;
    const anchor = make("a", "", found[0]);
    anchor.href = web ?? (tel ? `tel:${tel.replace(/[^+\d]/g, "")}` : `mailto:${found[0]}`);
    if (web) Object.assign(anchor, { target: "_blank", rel: "noopener noreferrer" });
    parts.push(text.slice(end, found.index), anchor);
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

/** A text with bold words, lists and links, as parts that are drawn; `blocks` are as the server says them. */
export function drawn(blocks) {
  return blocks.map(({ kind, lines }) => {
    if (kind === "text") {
      const paragraph = make("p");
      lines.forEach((line, place) => paragraph.append(...(place ? ["\n"] : []), ...line.flatMap(span)));
      return paragraph;
    }
    const list = make(kind === "numbers" ? "ol" : "ul");
    for (const line of lines) {
      const item = make("li");
      item.append(...line.flatMap(span));
      list.append(item);
    }
    return list;
  });
}

function span({ text, bold, url }) {
  if (!bold && !url) return linked(text);
  const words = bold ? make("b", "", text) : text;
  if (!url || !/^(https?|mailto|tel):/.test(url)) return [words];
  const anchor = make("a");
  anchor.href = url;
  if (url.startsWith("http")) Object.assign(anchor, { target: "_blank", rel: "noopener noreferrer" });
  anchor.append(words);
  return [anchor];
}

function icon() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICON);
  svg.append(path);
  return svg;
}

function isSafe(url) {
  try {
    const { protocol, origin } = new URL(url);
    return protocol === "https:" || origin === location.origin;
  } catch {
    return false;
  }
}
