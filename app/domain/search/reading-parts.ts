import type { ReadAmount } from './amounts';
import type { City, Dictionary, Entry, NamedVehicle, WordMeaning } from './dictionary';
import type { TypedWord } from './typed-words';

export type Span = { from: number; to: number };
export type FoundName = Span & {
  name: NamedVehicle;
  spelling: string;
  isBegun?: boolean;
  /** Further models that leave out what they share with it: 3G and 5G in "activa 3g to 5g". */
  further?: { names: readonly NamedVehicle[]; spans: readonly Span[] };
};
export type FoundEntry = Span & { entry: Exclude<Entry, { type: 'name' }> };

/** Words that say what is not wanted, and what they name, where a filter may know it. */
export type Negated = Span & { name?: NamedVehicle; means?: WordMeaning };

/** One reading of the words; positions are those of the words. */
export type Reading = {
  amounts: readonly ReadAmount[];
  plate: (Span & { code: string; cities: readonly City[]; state: string }) | null;
  names: FoundName[];
  entries: FoundEntry[];
  /** What is not wanted: "not electric". */
  negated: readonly Negated[];
  /** Words of what is paid at first or each month: "down payment 5000". */
  instalments: readonly Span[];
  /** Parts of the cities that are named, which no filter knows. */
  localities: readonly Span[];
  /** Which words stand for something. */
  isTaken: boolean[];
};

export const keyText = (word: TypedWord): string =>
  word.text === '+' ? 'plus' : word.isQuoted ? `"${word.text}"` : word.text;
export const keyOfRun = (words: readonly TypedWord[], from: number, to: number): string =>
  words.slice(from, to).map(keyText).join('');

export const isStopWord = (dictionary: Dictionary, { text, isQuoted }: TypedWord): boolean => {
  if (isQuoted) return false;
  const { stopWords, placeWords, numbers } = dictionary;
  return (
    /^[^\p{L}\p{N}]+$/u.test(text) ||
    stopWords.has(text) ||
    placeWords.has(text) ||
    numbers.joiners.has(text) ||
    numbers.before.has(text) ||
    numbers.after.has(text) ||
    numbers.yearsBefore.has(text) ||
    numbers.currency.has(text)
  );
};
