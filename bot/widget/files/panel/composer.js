// The field to write in: Enter sends, Shift+Enter makes a line, an input method's Enter does neither.
// The page has it disabled: until this runs, nobody would hear an Enter or a press of the button.

const TELL_FROM = 0.9; // of the greatest length

/** Fires "write" (detail: the text), "typing" while there is some, "draft" when it has changed, and "cut" (detail: the greatest
 * length) when the end of what was pasted or dropped did not fit. */
export class Composer extends EventTarget {
  #form = document.getElementById("composer");
  #field = document.getElementById("text");
  #send = document.getElementById("send");
  #length = document.getElementById("length");

  constructor(texts) {
    super();
    this.texts = texts;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#write();
    });
    this.#field.disabled = this.#send.disabled = false;
    this.#field.addEventListener("input", () => {
      this.#fit();
      if (this.#field.value.trim()) this.dispatchEvent(new Event("typing"));
      this.dispatchEvent(new Event("draft"));
    });
    this.#field.addEventListener("beforeinput", ({ data, dataTransfer }) => {
      const { value, maxLength, selectionStart, selectionEnd } = this.#field;
      const more = (data ?? dataTransfer?.getData("text/plain") ?? "").replace(/\r\n/g, "\n");
      if (more.length > 1 && value.length - (selectionEnd - selectionStart) + more.length > maxLength) this.#tellCut();
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.#write();
    });
  }

  get draft() {
    return this.#field.value;
  }

  set draft(text) {
    if (text.length > this.#field.maxLength) this.#tellCut();
    this.#field.value = text.slice(0, this.#field.maxLength);
    this.#fit();
  }

  get isFocused() {
    return document.activeElement === this.#field;
  }

  focus() {
    this.#field.focus();
  }

  #write() {
    const text = this.#field.value.trim();
    this.focus();
    if (!text) return;
    this.draft = "";
    this.dispatchEvent(new Event("draft"));
    this.dispatchEvent(new CustomEvent("write", { detail: text }));
  }

  #tellCut() {
    this.dispatchEvent(new CustomEvent("cut", { detail: this.#field.maxLength }));
  }

  #fit() {
    this.#field.style.height = "auto";
    this.#field.style.height = `${this.#field.scrollHeight}px`;
    const used = this.#field.value.length;
    const limit = this.#field.maxLength;
    const near = used >= limit * TELL_FROM;
    this.#length.textContent = near ? this.texts.length.replace("{used}", used).replace("{limit}", limit) : "";
  }
}
