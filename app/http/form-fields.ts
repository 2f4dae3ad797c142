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

/** Photos of a form. */
export type FormPhotos = {
  /**
   * Content hashes of the photos that the form shows after this request, in display order. Only the command decides
   * whether they are still stored, so that no page drops one in silence.
   */
  chosen: string[];
  /** Those that arrived with this request. */
  added: string[];
  /** Whether all fields arrived: otherwise missing ones are not reported. */
  isWhole: boolean;
  /** Whether only the photos were edited: the form is redisplayed, to be submitted once complete. */
  isUnfinished: boolean;
};

export const isPhotoHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Name under which an unfinished form stores its photos until its owner has signed in. */
const storedName = 'photos';

/** The photos of a form as a value of the unfinished form. */
export const storePhotosOfForm = ({ chosen }: FormPhotos): Record<string, string> => ({
  [storedName]: chosen.join(' '),
});

/** Photos of a form when it is opened: those stored with an unfinished form, else those of the offer. */
export const readPhotosOfForm = (
  unfinished: Readonly<Record<string, string>> | null,
  owned: readonly { hash: string }[],
): string[] => unfinished?.[storedName]?.split(' ').filter(isPhotoHash) ?? owned.map(({ hash }) => hash);
