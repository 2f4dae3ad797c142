/** Control characters except line breaks and tabs, which are text. Browsers send line breaks as CR LF. */
const strayControls = /[^\P{Cc}\n\t]/gu;

/** Removes the incomplete character at the end of text truncated at a byte limit. */
export const withoutCutLetter = (text: string): string => text.replace(/\uFFFD+$/, '');

/** Text fields of a submitted form: names with their values, in the order sent. */
export class FormFields {
  readonly #entries: (readonly [name: string, value: string])[] = [];

  /** Appends a value, without the control characters that no browser's text field can contain. */
  append(name: string, value: string): void {
    this.#entries.push([name, value.replace(strayControls, '')]);
  }

  /** First value of a field; null if it is missing. */
  get(name: string): string | null {
    return this.#entries.find(([known]) => known === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#entries.filter(([known]) => known === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([known]) => known === name);
  }

  /** Number of values of all fields. */
  get size(): number {
    return this.#entries.length;
  }

  /** First value of every field, for redisplaying a rejected form. */
  toRecord(): Record<string, string> {
    return Object.fromEntries([...this.#entries].reverse());
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#entries[Symbol.iterator]();
  }
}
