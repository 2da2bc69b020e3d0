// What the menu does with the conversation as a whole.

import { Menu, sure } from "./menu.js";
import { save, transcript } from "./transcript.js";

const PAGE = 500;

/** The menu over `session`; `told` has entries of its own, `host` hears which language was chosen, `send(text)` says
 * something, `ended()` begins afresh, `done()` hears what worked, `failed(error)` tells what went wrong. */
export function menuOf({ company, language, languages, texts, session, told, host, send, ended, done, failed }) {
  const privacy = document.querySelector("#privacy a").href;
  const attempt = (work) => () => work().catch(failed);

  async function end() {
    if (!(await sure(texts.end_ask, texts.end_yes, texts.cancel))) return;
    await session.call("POST", `${session.path}/end`).catch((error) => {
      if (!error.lost) throw error;
    });
    ended();
  }

  async function download() {
    const messages = [];
    for (let more = null; !more || more.length === PAGE; messages.push(...more)) {
      ({ messages: more } = await session.call("GET", `${session.path}/messages?after=${messages.at(-1)?.seq ?? 0}`));
    }
    save(`${company}-${new Date().toISOString().slice(0, 10)}.txt`, transcript(messages, texts, language));
    done();
  }

  async function speak(wanted) {
    if (session.conversation) await session.call("POST", `${session.path}/language`, { language: wanted });
    host.tell({ candor: "language", language: wanted });
    location.search = `?lang=${wanted}`; // the page comes in that language
  }

  function talking() {
    return [
      { title: texts.menu_restart, act: () => send(texts.say_restart) },
      { title: texts.menu_download, act: attempt(download) },
      { title: texts.menu_delete, act: () => send(texts.say_delete) },
      { title: texts.menu_end, act: attempt(end) },
      null,
      ...told.entries(),
      null,
    ];
  }

  const named = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
  const spoken = () =>
    languages.map((code) => ({
      title: named(code),
      lang: code,
      checked: code === language,
      act: attempt(() => speak(code)),
    }));
  return new Menu(
    () => [
      ...(session.conversation ? talking() : []),
      ...(languages.length > 1 ? [...spoken(), null] : []),
      { title: texts.menu_privacy, url: privacy },
    ],
    texts,
  );
}
