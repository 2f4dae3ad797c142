import {
  createNameKey,
  type Dictionary,
  type DictionaryEntry,
  findLowerBound,
  isStopWord,
  type VehicleName,
  type WordMeaning,
} from './dictionary';
import type { Entities, NameMatch } from './parsed-query';
import { createKeyOfTokens, createPhraseKey, getKeyText, getTokenTexts, isIndic, type Token } from '../names/tokenizer';

/** Words between names of which any may match. Other joiners, such as "to", mean a range of models. */
export const conjunctions: ReadonlySet<string> = new Set(['and', 'aur', 'or', 'ya', 'vs', 'versus', 'और', 'या']);
const maxListTokens = 3;

function findModelsBetween({ models }: Dictionary, first: VehicleName, last: VehicleName): VehicleName[] {
  const [, before, from, after] = /^(.*?)(\d+)(\D*)$/.exec(first.model ?? '') ?? [];
  const to = Number(/(\d+)\D*$/.exec(last.model ?? '')?.[1]);
  return models
    .map(({ name }) => name)
    .filter(({ brand, family, model }) => {
      if (brand !== first.brand || family !== first.family || model === null || from === undefined) return false;
      const number = Number(/(\d+)\D*$/.exec(model)?.[1]);
      return model === `${before}${number}${after}` && number > Number(from) && number < to;
    });
}

/** Without the name of their family: "pulsar 150 or 180", "pulsar 150/180", "activa 3g to 5g". */
export function matchModelLists(tokens: readonly Token[], entities: Entities, dictionary: Dictionary): void {
  const { names, isConsumed } = entities;
  for (let from = 2; from < tokens.length; from += 1) {
    const joiner = tokens[from - 1]?.text ?? '';
    const isRange = dictionary.numbers.joiners.has(joiner);
    const hasJoiner = isRange || conjunctions.has(joiner);
    if (isConsumed[from] || !(hasJoiner || tokens[from]?.isNumber)) continue;
    const start = hasJoiner ? from - 1 : from;
    const match = names.find(({ to, list }) => Math.max(to, ...(list?.spans ?? []).map((span) => span.to)) === start);
    const { brand, family } = match?.name ?? {};
    if (!match || !family) continue;
    for (let to = Math.min(tokens.length, from + maxListTokens); to > from; to -= 1) {
      if (isConsumed.slice(from, to).some(Boolean)) continue;
      const key: string = createPhraseKey(family) + createKeyOfTokens(tokens, from, to);
      const entry: DictionaryEntry | undefined =
        dictionary.withBrandOnly.get(key)?.find(({ name }) => name.brand === brand) ?? dictionary.phrases.get(key);
      if (entry?.type !== 'name' || entry.name.family !== family || entry.name.model === null) continue;
      const { names: earlier = [], spans = [] } = match.list ?? {};
      const between = isRange ? findModelsBetween(dictionary, match.name, entry.name) : [];
      const usedKeys = new Set([match.name, ...earlier].map(createNameKey));
      const further = [...between, entry.name].filter((name) => !usedKeys.has(createNameKey(name)));
      match.list = { names: [...earlier, ...further], spans: [...spans, { from: start, to }] };
      isConsumed.fill(true, start, to);
      break;
    }
  }
}

/** @returns the model and the indexes of the tokens that specify it; null if none do */
export function completeName(
  tokens: readonly Token[],
  { isConsumed }: Entities,
  dictionary: Dictionary,
  vehicle: VehicleName,
  spans: readonly NameMatch[],
): { name: VehicleName; used: number[] } | null {
  // "i want an activa" is not Activa i.
  const isAdjacent = (index: number): boolean => spans.some(({ from, to }) => index === from - 1 || index === to);
  const isSingleLetter = (index: number): boolean =>
    /^\p{L}$/u.test(tokens[index]?.text ?? '') && !tokens[index]?.isJoined && !tokens[index + 1]?.isJoined;
  const free = tokens.flatMap((token, index) =>
    !isConsumed[index] && !token.isQuoted && (isAdjacent(index) || !isSingleLetter(index))
      ? [{ text: getKeyText(token), index }]
      : [],
  );
  if (free.length === 0) return null;
  const freeTexts = new Set(free.map(({ text }) => text));
  const modelWords = vehicle.model === null ? [] : getTokenTexts(vehicle.model.toLowerCase());
  const present = new Set([
    ...freeTexts,
    ...getTokenTexts(vehicle.brand.toLowerCase()),
    ...getTokenTexts((vehicle.family ?? '').toLowerCase()),
    ...modelWords,
    ...spans.flatMap(({ from, to }) => tokens.slice(from, to).map(getKeyText)),
  ]);
  let best: { name: VehicleName; words: readonly string[]; gained: number } | null = null;
  for (const { name, words } of dictionary.modelNames.get(vehicle.brand) ?? []) {
    if (vehicle.family !== null && name.family !== vehicle.family) continue;
    if (!modelWords.every((word) => words.includes(word))) continue;
    if (!words.every((word) => present.has(word))) continue;
    const gained = words.filter((word) => freeTexts.has(word)).length;
    // A brand alone is specified by a word; by a number only together with its family, or with letters: "400 rv revolt".
    const letters = words.filter((word) => freeTexts.has(word) && /^\p{L}{2,}$/u.test(word));
    const isSpecified = vehicle.family !== null || letters.some((word) => word.length > 2 || gained > 1);
    if (gained === 0 || !isSpecified) continue;
    if (!best || gained > best.gained || (gained === best.gained && words.length > best.words.length)) {
      best = { name, words, gained };
    }
  }
  if (!best) return null;
  const { words, name } = best;
  return { name, used: free.flatMap(({ text, index }) => (words.includes(text) ? [index] : [])) };
}

export function findRepeatedNameTokens(
  tokens: readonly Token[],
  isConsumed: readonly boolean[],
  { brand, model }: VehicleName,
  used: readonly number[],
): number[] {
  const parts = new Set(getTokenTexts(`${brand} ${model ?? ''}`.toLowerCase()));
  return tokens.flatMap((token, index) => {
    const isFree = !isConsumed[index] && !used.includes(index) && !token.isQuoted;
    return model !== null && isFree && parts.has(getKeyText(token)) ? [index] : [];
  });
}

export function findVariantTokens(
  tokens: readonly Token[],
  isConsumed: readonly boolean[],
  dictionary: Dictionary,
  { brand, family, model }: VehicleName,
): number[] {
  if (family === null && model === null) return [];
  const { modelNames, modelWords } = dictionary;
  const siblings = family === null ? [] : (modelNames.get(brand) ?? []).filter(({ name }) => name.family === family);
  const siblingWords = new Set(siblings.flatMap(({ words }) => words));
  return tokens.flatMap((token, index) => {
    const isVariant = siblingWords.has(token.text) || modelWords.has(token.text);
    // The "g" of "7g" is no word.
    const isWord = !token.isJoined && !tokens[index + 1]?.isJoined && /^\p{L}+$/u.test(token.text);
    const isFree = !isConsumed[index] && !token.isQuoted;
    return isFree && isWord && isVariant && !isStopWord(dictionary, token) ? [index] : [];
  });
}

const maxPrefixPhrases = 60;
/** Share of the phrases with a prefix that must have the same meaning, so that the prefix is completed to it. */
const minCompletionShare = 0.75;

const isCompletable = ({ vehicleType, fuelType, stock, condition, bodyStyle }: WordMeaning): boolean =>
  condition === undefined &&
  bodyStyle === undefined &&
  (vehicleType !== undefined || fuelType !== undefined || stock !== undefined);

/** @returns `entry`: the meaning that nearly all of them share; null if they have none in common */
export function matchPrefix(
  { sortedKeys, phrases }: Dictionary,
  prefix: string,
): { isPrefix: boolean; entry: DictionaryEntry | null } {
  const meanings = new Map<string, { entry: DictionaryEntry; count: number }>();
  const count = (key: string, entry: DictionaryEntry): void => {
    const meaning = meanings.get(key) ?? { entry, count: 0 };
    meaning.count += 1;
    meanings.set(key, meaning);
  };
  const start = findLowerBound(sortedKeys.length, (index) => sortedKeys[index] ?? '', prefix);
  let total = 0;
  for (let index = start; index < start + maxPrefixPhrases && sortedKeys[index]?.startsWith(prefix); index += 1) {
    const entry = phrases.get(sortedKeys[index] ?? '');
    // "salt" is not completed to Salt Lake, a locality.
    if (entry?.type === 'city' && entry.isPart) continue;
    total += 1;
    if (entry?.type === 'city') count(entry.city.city, entry);
    if (entry?.type === 'word' && entry.isStrong && isCompletable(entry.means))
      count(JSON.stringify(entry.means), entry);
    if (entry?.type !== 'name') continue;
    const { brand, family, model } = entry.name;
    const createNameEntry = (name: VehicleName, spelling: string): DictionaryEntry => ({
      type: 'name',
      name,
      needsBrand: false,
      spelling,
    });
    if (model) count(createNameKey(entry.name), entry);
    if (family) count(`${brand}|${family}`, createNameEntry({ brand, family, model: null }, family));
    // The name of a model does not complete to its brand.
    if ((family === null && model === null) || createPhraseKey(brand).startsWith(prefix))
      count(brand, createNameEntry({ brand, family: null, model: null }, brand));
  }
  const common = [...meanings.values()]
    .sort((one, other) => other.count - one.count)
    .filter((meaning) => meaning.count >= total * minCompletionShare);
  const findCommonName = (part: 'model' | 'family') =>
    common.find(({ entry }) => entry.type === 'name' && entry.name[part] !== null)?.entry;
  return {
    isPrefix: total > 0,
    entry: findCommonName('family') ?? findCommonName('model') ?? common[0]?.entry ?? null,
  };
}

const getMinPrefixLength = (text: string): number => (isIndic(text) ? 2 : 3);

const isPlainWord = ({ plainWords, negations, negationsAfter }: Dictionary, word: string): boolean =>
  plainWords.has(word) || negations.has(word) || negationsAfter.has(word);

function isAliasPrefix({ sortedKeys, phrases }: Dictionary, key: string, { name }: NameMatch): boolean {
  const alias = sortedKeys[findLowerBound(sortedKeys.length, (index) => sortedKeys[index] ?? '', key)] ?? '';
  const entry = alias.startsWith(key) ? phrases.get(alias) : undefined;
  return entry?.type === 'name' && createNameKey(entry.name) === createNameKey(name);
}

/** @param isWordInStock whether a word occurs in an offer, and is complete */
export function completeLastToken(
  tokens: readonly Token[],
  { names, phrases, isConsumed }: Entities,
  dictionary: Dictionary,
  isWordInStock: (word: string) => boolean,
): void {
  const last = tokens.at(-1);
  const from = tokens.length - 1;
  if (!last || isConsumed[from] || last.isNumber || last.isQuoted || isStopWord(dictionary, last)) return;
  if (last.text.length < getMinPrefixLength(last.text) || isPlainWord(dictionary, last.text)) return;
  if (isWordInStock(last.text)) return;
  // "hero hond" is a part of Hero Honda.
  const previous = names.find(({ to }) => to === from);
  if (previous && isAliasPrefix(dictionary, createKeyOfTokens(tokens, previous.from, tokens.length), previous)) {
    previous.to = tokens.length;
    isConsumed[from] = true;
    return;
  }
  const { entry } = matchPrefix(dictionary, last.text);
  if (!entry) return;
  // Next to a name, an alias is not completed: "air" is a variant, not the Aerox.
  if (entry.type === 'name' && names.length > 0 && !createPhraseKey(entry.spelling).startsWith(last.text)) return;
  // "splendor plas" is not a Splendor or a Plasma.
  const isOther =
    entry.type === 'name' && names.length > 0 && !names.some(({ name }) => name.brand === entry.name.brand);
  if (isOther && !conjunctions.has(tokens[from - 1]?.text ?? '')) return;
  const span = { from, to: tokens.length };
  if (entry.type === 'name') names.push({ ...span, name: entry.name, spelling: entry.spelling, isCompleted: true });
  else phrases.push({ ...span, entry });
  isConsumed[from] = true;
}
