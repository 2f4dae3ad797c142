import { type Dictionary, type NamedVehicle, nameKey, wordsOf } from './dictionary';
import { type FoundName, keyText, type Reading } from './reading-parts';
import type { TypedWord } from './typed-words';

/** The model that the words around a family or brand complete, in whatever order they stand. */
export function completed(
  words: readonly TypedWord[],
  reading: Reading,
  dictionary: Dictionary,
  found: NamedVehicle,
  spans: readonly FoundName[],
): { name: NamedVehicle; used: number[] } | null {
  const free = words.flatMap((word, at) =>
    !reading.isTaken[at] && !word.isQuoted ? [{ text: keyText(word), at }] : [],
  );
  if (free.length === 0) return null;
  const freeTexts = new Set(free.map(({ text }) => text));
  const ownWords = found.model === null ? [] : wordsOf(found.model.toLowerCase());
  const present = new Set([
    ...freeTexts,
    ...wordsOf(found.brand.toLowerCase()),
    ...wordsOf((found.family ?? '').toLowerCase()),
  ]);
  for (const word of ownWords) present.add(word);
  for (const { from, to } of spans) for (const word of words.slice(from, to)) present.add(keyText(word));
  let best: { name: NamedVehicle; words: readonly string[]; gained: number } | null = null;
  for (const wording of dictionary.wordings.get(found.brand) ?? []) {
    if (found.family !== null && wording.name.family !== found.family) continue;
    if (!ownWords.every((word) => wording.words.includes(word))) continue;
    if (!wording.words.every((word) => present.has(word))) continue;
    const gained = wording.words.filter((word) => freeTexts.has(word)).length;
    if (
      gained === 0 ||
      (found.family === null && !wording.words.some((word) => freeTexts.has(word) && /^\p{L}{3,}$/u.test(word)))
    )
      continue;
    if (!best || gained > best.gained || (gained === best.gained && wording.words.length > best.words.length)) {
      best = { name: wording.name, words: wording.words, gained };
    }
  }
  if (!best) return null;
  const { words: used, name } = best;
  return { name, used: free.flatMap(({ text, at }) => (used.includes(text) ? [at] : [])) };
}

/** Words that only repeat a part of a model's name, such as the figure in "honda shine 125". */
export function restOfName(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  { brand, model }: NamedVehicle,
  used: readonly number[],
): number[] {
  const parts = new Set(wordsOf(`${brand} ${model ?? ''}`.toLowerCase()));
  return words.flatMap((word, at) =>
    model !== null && !isTaken[at] && !used.includes(at) && !word.isQuoted && parts.has(keyText(word)) ? [at] : [],
  );
}

/** Words of other models of its family beside a model, which tell a variant of it: NS in "pulsar 150 ns". */
export function variantsOf(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  { wordings }: Dictionary,
  { brand, family }: NamedVehicle,
): number[] {
  const ofFamily = family === null ? [] : (wordings.get(brand) ?? []).filter(({ name }) => name.family === family);
  const known = new Set(ofFamily.flatMap((one) => one.words));
  return words.flatMap((word, at) =>
    !isTaken[at] && !word.isQuoted && /^\p{L}{2,}$/u.test(word.text) && known.has(word.text) ? [at] : [],
  );
}

/** Names of one search, without those that a more exact one of the same brand says already. */
export function withoutRepeats(names: readonly FoundName[]): { names: FoundName[]; overruled: FoundName[] } {
  const isWithin = (one: NamedVehicle, other: NamedVehicle): boolean =>
    one.brand === other.brand &&
    (one.model === null
      ? one.family === null || (one.family === one.brand && other.family !== one.family)
        ? other.family !== null || other.model !== null
        : other.model !== null && other.family === one.family
      : false);
  const exact = names.filter(({ name }) => name.family !== null || name.model !== null);
  const kept: FoundName[] = [];
  const overruled: FoundName[] = [];
  for (const found of names) {
    if (names.some(({ name }) => isWithin(found.name, name))) continue;
    const isBrandOnly = found.name.family === null && found.name.model === null;
    // "honda pulsar": the name of a vehicle says more than a brand that does not make it.
    if (isBrandOnly && exact.length === 1) overruled.push(found);
    else if (!kept.some(({ name }) => nameKey(name) === nameKey(found.name))) kept.push(found);
  }
  return { names: kept, overruled };
}
