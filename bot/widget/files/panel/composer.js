// The field to write in: Enter sends, Shift+Enter makes a line, an input method's Enter does neither.
// The page has it disabled: until this runs, nobody would hear an Enter or a press of the button.

const TELL_FROM = 0.9; // of the greatest length

/** Fires "write" (detail: the text), "typing" while there is some, "draft" when it has changed, "cut" (detail: the greatest
 * length) when the end of what was pasted or dropped did not fit, and "fits" (with the same) when what stands there does. */
export class Composer extends EventTarget {
  #form = document.getElementById("composer");
  #field = document.getElementById("text");
  #send = document.getElementById("send");
  #length = document.getElementById("length");

  #isCut = false;

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
      if (!this.#isCut && this.#field.value.length < this.#field.maxLength) this.#tell("fits");
      if (this.#field.value.trim()) this.dispatchEvent(new Event("typing"));
      this.dispatchEvent(new Event("draft"));
    });
    this.#field.addEventListener("beforeinput", ({ data, dataTransfer }) => {
      const { value, maxLength, selectionStart, selectionEnd } = this.#field;
      const more = (data ?? dataTransfer?.getData("text/plain") ?? "").replace(/\r\n/g, "\n");
      this.#isCut = more.length > 1 && value.length - (selectionEnd - selectionStart) + more.length > maxLength;
      if (this.#isCut) this.#tell("cut");
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
    if (text.length > this.#field.maxLength) this.#tell("cut");
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

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name, { detail: this.#field.maxLength }));
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
