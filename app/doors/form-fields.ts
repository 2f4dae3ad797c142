/** Line breaks and tabs are text; other control characters are not. Browsers send line breaks as CR LF. */
const strayControls = /[^\P{Cc}\n\t]/gu;

/** Text that was cut off at a number of bytes, without the letter that the cut went through. */
export const withoutCutLetter = (text: string): string => text.replace(/\uFFFD+$/, '');

/** What came in a form's text fields: each name with its values in the order they came. */
export class FormFields {
  readonly #entries: (readonly [name: string, value: string])[] = [];

  /** Adds a value, without the control characters that no text field of a browser can hold. */
  append(name: string, value: string): void {
    this.#entries.push([name, value.replace(strayControls, '')]);
  }

  /** The first value of a name; null when it did not come. */
  get(name: string): string | null {
    return this.#entries.find(([known]) => known === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#entries.filter(([known]) => known === name).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([known]) => known === name);
  }

  /** How many values came in all. */
  get size(): number {
    return this.#entries.length;
  }

  /** The first value of every name, for showing a refused form again. */
  toRecord(): Record<string, string> {
    return Object.fromEntries([...this.#entries].reverse());
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#entries[Symbol.iterator]();
  }
}
