import { type Dictionary, type NamedVehicle, nameKey, wordsOf } from './dictionary';
import { alternatives } from './further-models';
import { type FoundName, isStopWord, keyText, type Reading } from './reading-parts';
import type { TypedWord } from './typed-words';

/** The model that the words around a family or brand complete, in whatever order they stand. */
export function completed(
  words: readonly TypedWord[],
  reading: Reading,
  dictionary: Dictionary,
  found: NamedVehicle,
  spans: readonly FoundName[],
): { name: NamedVehicle; used: number[] } | null {
  // "i want an activa" is no Activa i.
  const isBeside = (at: number): boolean => spans.some(({ from, to }) => at === from - 1 || at === to);
  const isLone = (at: number): boolean =>
    /^\p{L}$/u.test(words[at]?.text ?? '') && !words[at]?.isJoined && !words[at + 1]?.isJoined;
  const free = words.flatMap((word, at) =>
    !reading.isTaken[at] && !word.isQuoted && (isBeside(at) || !isLone(at)) ? [{ text: keyText(word), at }] : [],
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

/** Words of other models beside a model, which tell a variant of it: NS in "pulsar 150 ns", Deluxe in "activa deluxe". */
export function variantsOf(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  dictionary: Dictionary,
  { brand, family, model }: NamedVehicle,
): number[] {
  if (family === null && model === null) return [];
  const { wordings, modelWords } = dictionary;
  const ofFamily = family === null ? [] : (wordings.get(brand) ?? []).filter(({ name }) => name.family === family);
  const known = new Set(ofFamily.flatMap((one) => one.words));
  return words.flatMap((word, at) => {
    const isVariant = known.has(word.text) || modelWords.has(word.text);
    // "7g" is more than its letter.
    const isWhole = !word.isJoined && !words[at + 1]?.isJoined && /^\p{L}+$/u.test(word.text);
    return !isTaken[at] && !word.isQuoted && isWhole && isVariant && !isStopWord(dictionary, word) ? [at] : [];
  });
}

/** Names of one search, without those that a more exact one of the same brand says already. */
export function withoutRepeats(
  names: readonly FoundName[],
  words: readonly TypedWord[],
): { names: FoundName[]; overruled: FoundName[] } {
  // "ktm or activa"
  const isAlternative = ({ from, to }: FoundName): boolean =>
    alternatives.has(words[to]?.text ?? '') || alternatives.has(words[from - 1]?.text ?? '');
  // "ola pro s1": what stands beside a model and is a part of its name repeats it.
  const isPartOf = (one: FoundName, other: FoundName): boolean => {
    if (one.from !== other.to && one.to !== other.from) return false;
    const ofOther = wordsOf((other.name.model ?? '').toLowerCase());
    const own = wordsOf((one.name.model ?? one.name.family ?? '').toLowerCase());
    return (
      one.name.brand === other.name.brand && own.length < ofOther.length && own.every((word) => ofOther.includes(word))
    );
  };
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
    if (names.some((other) => isWithin(found.name, other.name) || isPartOf(found, other))) continue;
    const isBrandOnly = found.name.family === null && found.name.model === null;
    // "honda pulsar": the name of a vehicle says more than a brand that does not make it.
    if (isBrandOnly && exact.length === 1 && !isAlternative(found)) overruled.push(found);
    else if (!kept.some(({ name }) => nameKey(name) === nameKey(found.name))) kept.push(found);
  }
  return { names: kept, overruled };
}
