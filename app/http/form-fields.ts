import { readingPrefix } from '~/domain/shared/text';

/** Control characters except line breaks and tabs. Browsers send line breaks as CR LF. */
const strayControls = /[^\P{Cc}\n\t]/gu;

/** Text fields of a submitted form, in the order sent. */
export class FormFields {
  #entries: (readonly [name: string, value: string])[] = [];

  /** Appends a value, without control characters, which no browser's text field can contain. */
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

  /** Replaces what was typed in a field by the reading whose button was pressed (`NumberField`). */
  chooseReadings(): void {
    for (const [button, reading] of this.#entries.filter(([name]) => name.startsWith(readingPrefix))) {
      const name = button.slice(readingPrefix.length);
      this.#entries = this.#entries
        .filter(([known]) => known !== button)
        .map((entry) => (entry[0] === name ? [name, reading] : entry));
    }
  }

  /** Total number of values. */
  get size(): number {
    return this.#entries.length;
  }

  /** First value of each field, in their order, for redisplaying a rejected form. */
  toRecord(): Record<string, string> {
    const first = new Map([...this.#entries].reverse());
    return Object.fromEntries([...first].reverse());
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.#entries[Symbol.iterator]();
  }
}
