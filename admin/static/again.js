// A verdict that met the end of the session stays in this tab: after the login it is offered again, and one press does it.
"use strict";

(() => {
  const KEPT = "candor-verdict";
  const VERDICT = /^(\/admin\/reviews\/(\d+)\/(?:confirm|correct|new-category|answer|dismiss))(?:\?|$)/u;
  const person = () => document.querySelector("[data-person]")?.dataset.person ?? "";
  const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const offer = () => document.getElementById("again");
  const forget = () => {
    sessionStorage.removeItem(KEPT);
    offer()?.remove();
  };

  const settle = () => {
    const all = kept();
    forget();
    if (all) document.dispatchEvent(new CustomEvent("candor:sent", { detail: all.action }));
  };

  const element = (name, attributes = {}, ...inside) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...inside);
    return made;
  };

  // --- what is lost with the session --------------------------------------------------------------------------------
  const plain = (part) => part.textContent.trim().replace(/\s+/gu, " ");

  // What the button says, which category was chosen, and what was typed.
  const saidBy = (form, submitter) => {
    const button = (submitter ?? form.querySelector("[type=submit]")).cloneNode(true);
    for (const key of button.querySelectorAll("kbd")) key.remove();
    const chosen = form.querySelector("[name=category]:checked")?.closest("label").querySelector("span");
    const typed = [...form.elements].filter((field) => field.dataset.keep && field.value).map((field) => field.value);
    return [button, chosen].filter(Boolean).map(plain).concat(typed);
  };

  const keepOf = (form, name) => form.elements[name]?.dataset?.keep ?? "";

  document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr, requestConfig } }) => {
    const { verb, path, elt, formData, triggeringEvent } = requestConfig;
    const [, action, review] = VERDICT.exec(path) ?? [];
    if (verb !== "post" || !action || !xhr.getResponseHeader("HX-Redirect")?.startsWith("/admin/login")) return;
    if (elt.closest("#again")) return; // it is kept already
    const fields = [...formData.entries()].filter(([name, value]) => name !== "csrf" && typeof value === "string");
    const values = fields.map(([name, value]) => [name, value, keepOf(elt, name)]);
    const question = plain(document.getElementById(`question-${review}`) ?? elt);
    const said = saidBy(elt, triggeringEvent?.submitter);
    sessionStorage.setItem(KEPT, JSON.stringify({ person: person(), action, review, question, said, values }));
  });

  // --- what is offered after the login ------------------------------------------------------------------------------
  const formOf = ({ action, review, values }, words) => {
    // Not quite the address of the form that was sent: what was typed into that one goes back into it, not in here.
    const form = element("form", { method: "post", action: `${action}?again` });
    const all = [["csrf", document.querySelector("[data-csrf]").dataset.csrf, ""], ...values];
    for (const [name, value, keep] of all) {
      const field = element("input", { type: "hidden", name });
      field.setAttribute("value", value);
      if (keep) field.dataset.keep = keep;
      form.append(field);
    }
    form.append(element("button", { type: "submit" }, words.againDo), " ");
    form.append(element("button", { type: "button", className: "outline secondary", onclick: forget }, words.againLeave));
    if (document.getElementById(`review-${review}`)) {
      form.setAttribute("hx-post", `${action}?again`);
      form.setAttribute("hx-target", `#review-${review}`);
      form.setAttribute("hx-swap", "outerHTML");
    }
    return form;
  };

  const isJudged = ({ review }) => document.querySelector(`#review-${review} [data-review]:not([data-pending])`) !== null;

  const show = () => {
    const all = kept();
    const words = document.getElementById("alert");
    if (!all || !words || all.person !== person()) return;
    if (isJudged(all)) return settle();
    if (offer()) return;
    const what = element("strong", { dir: "auto" }, all.said.join(" · "));
    const line = element("p", {}, words.dataset.againLost, " ", what, " ", element("q", { dir: "auto" }, all.question));
    const shown = element("section", { id: "again", className: "note" }, line, formOf(all, words.dataset));
    shown.setAttribute("role", "status");
    words.after(shown);
    window.htmx.process(shown);
  };

  // Done, or somebody was first, or the answer is another one by now: the question itself says so.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.closest("#again") || xhr.getResponseHeader("HX-Redirect")) return;
    if (xhr.status !== 200 && xhr.status !== 409) return;
    settle();
  });

  document.addEventListener("submit", ({ target }) => {
    const isSentWhole = target.closest("#again") && !target.hasAttribute("hx-post");
    // Who logs out leaves nothing on a device that others may use.
    if (isSentWhole || target.action?.endsWith("/admin/logout")) sessionStorage.removeItem(KEPT);
  });

  const told = document.querySelector("[data-again]");
  if (told && kept()) told.textContent = told.dataset.again;
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
