/**
 * What happened since this person's last decision, sentence by sentence.  The newest is shown;
 * whoever steps back stays there, whatever else happens, until they step forward to the end.
 */
const MOST = 60;

export class Story {
  #told = $state.raw<string[]>([]);
  #back = $state(0); // so many sentences before the newest
  #answered = false;

  get told(): string[] {
    return this.#told;
  }
  /** The number of the sentence that is shown, from 1; 0 if there is none. */
  get at(): number {
    return this.#told.length - this.#back;
  }
  get now(): string {
    return this.#told[this.at - 1] ?? "";
  }
  /** Whether the newest sentence is shown. */
  get newest(): boolean {
    return this.#back === 0;
  }
  /** A decision was made: what is told next is the beginning of what follows. */
  answered(): void {
    this.#answered = true;
  }
  add(sentences: string[]): void {
    if (!sentences.length) return;
    const before = this.#answered ? [] : this.#told;
    if (this.#answered) this.#back = 0;
    else if (this.#back) this.#back = Math.min(this.#back + sentences.length, MOST - 1);
    this.#answered = false;
    this.#told = [...before, ...sentences].slice(-MOST);
  }
  step(by: 1 | -1): void {
    this.#back = Math.min(Math.max(0, this.#back - by), Math.max(0, this.#told.length - 1));
  }
}
