/** A short word at the edge of the screen: a refusal with its rule, or something that happened. */
export type Note = { id: number; text: string; rule: string; tone: "no" | "plain" };

const SHOWN_MS = 6000;

class Toast {
  #notes = $state<Note[]>([]);
  #next = 1;

  get notes(): Note[] {
    return this.#notes;
  }
  refusal(text: string, rule = ""): void {
    // The sentence of a refusal ends with its rule in brackets; here the rule is a link.
    this.#add({ text: rule ? text.replace(` [${rule}]`, "") : text, rule, tone: "no" });
  }
  plain(text: string): void {
    this.#add({ text, rule: "", tone: "plain" });
  }
  close(id: number): void {
    this.#notes = this.#notes.filter((note) => note.id !== id);
  }
  /** The game has gone on: what was refused in it need not be read any more. */
  forgetRefusals(): void {
    this.#notes = this.#notes.filter((note) => note.tone !== "no");
  }
  #add(note: Omit<Note, "id">): void {
    const id = this.#next++;
    this.#notes = [...this.#notes.filter((old) => old.text !== note.text), { id, ...note }].slice(
      -3,
    );
    setTimeout(() => this.close(id), SHOWN_MS);
  }
}
export const toast = new Toast();
