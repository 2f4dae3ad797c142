import { type Dictionary, type Entry, type NamedVehicle, nameKey, type WordMeaning } from './dictionary';
import { isStopWord, type Reading } from './reading-parts';
import { isIndic, phraseKey, type TypedWord } from './typed-words';

/** Whether a word says what is looked for, and is completed while it is typed. */
const isOfKind = ({ vehicleType, fuelType, stock, condition, bodyStyle }: WordMeaning): boolean =>
  condition === undefined &&
  bodyStyle === undefined &&
  (vehicleType !== undefined || fuelType !== undefined || stock !== undefined);

/** What the phrases that begin so nearly all stand for; for the last word, which may still be being typed. */
export function beginning(dictionary: Dictionary, text: string): { begins: boolean; entry: Entry | null } {
  const { sortedKeys, phrases } = dictionary;
  let low = 0;
  let high = sortedKeys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedKeys[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  const counts = new Map<string, { entry: Entry; count: number }>();
  const count = (key: string, entry: Entry): void => {
    const known = counts.get(key) ?? { entry, count: 0 };
    known.count += 1;
    counts.set(key, known);
  };
  let all = 0;
  const most = 60;
  for (let at = low; at < low + most && sortedKeys[at]?.startsWith(text); at += 1) {
    const entry = phrases.get(sortedKeys[at] ?? '');
    // "salt" is no beginning of Salt Lake.
    if (entry?.type === 'city' && entry.isPart) continue;
    all += 1;
    if (entry?.type === 'city') count(entry.city.city, entry);
    if (entry?.type === 'word' && entry.isStrong && isOfKind(entry.means)) count(JSON.stringify(entry.means), entry);
    if (entry?.type !== 'name') continue;
    const { brand, family, model } = entry.name;
    const named = (name: NamedVehicle, spelling: string): Entry => ({
      type: 'name',
      name,
      needsBrand: false,
      spelling,
    });
    if (model) count(nameKey(entry.name), entry);
    if (family) count(`${brand}|${family}`, named({ brand, family, model: null }, family));
    // The names of its models say nothing of the brand.
    if ((family === null && model === null) || phraseKey(brand).startsWith(text))
      count(brand, named({ brand, family: null, model: null }, brand));
  }
  // The more exact of two that are as frequent comes first.
  const agreed = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .filter((one) => one.count >= all * 0.75);
  const namedBy = (part: 'model' | 'family') =>
    agreed.find(({ entry }) => entry.type === 'name' && entry.name[part] !== null)?.entry;
  return { begins: all > 0, entry: namedBy('family') ?? namedBy('model') ?? agreed[0]?.entry ?? null };
}

/** Letters of a word that is completed. */
const shortestBeginning = (text: string): number => (isIndic(text) ? 2 : 3);

/**
 * Completes the last word, which may still be being typed, where nearly all phrases that begin so stand for the same.
 *
 * @param isKnown whether a word is one of the offers in stock, and complete
 */
export function completeLastWord(
  words: readonly TypedWord[],
  { names, entries, isTaken }: Reading,
  dictionary: Dictionary,
  isKnown: (word: string) => boolean,
): void {
  const last = words.at(-1);
  const at = words.length - 1;
  if (!last || isTaken[at] || last.isNumber || last.isQuoted || isStopWord(dictionary, last)) return;
  if (last.text.length < shortestBeginning(last.text) || dictionary.plainWords.has(last.text)) return;
  if (isKnown(last.text)) return;
  const { entry } = beginning(dictionary, last.text);
  if (!entry) return;
  // Beside a name only the beginning of another one, not of a rare spelling: "air" is a variant, and no Aerox.
  if (entry.type === 'name' && names.length > 0 && !phraseKey(entry.spelling).startsWith(last.text)) return;
  const span = { from: at, to: words.length };
  if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling, isBegun: true });
  else entries.push({ ...span, entry });
  isTaken[at] = true;
}
