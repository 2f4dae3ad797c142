/** Suggestions while a search is typed (docs/product.md, "Suggestions"). Reads memory only. */

import type { Database } from '~db/connection';
import { formatVehicleName } from './chips';
import { findLowerBound } from './dictionary';
import { dictionary } from './dictionary.server';
import { createBroadPhoneticKey, createPhoneticKey } from '../names/fuzzy-match';
import { parseSearch, readStockNames } from './query-parser.server';
import { collapseSpaces, createPhraseKey, isIndic, maxQueryLength } from '../names/tokenizer';

export const suggestionKinds = ['brand', 'model', 'type', 'place', 'price', 'word'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A search that completes what was typed, and what its last words are. */
export type SuggestedSearch = { text: string; kind: SuggestionKind };

type Suggestion = {
  text: string;
  textKey: string;
  /** The brand of a name; null for places and words. */
  brand: string | null;
  rank: number;
  position: number;
  /** The meaning of a word. Of several words with one meaning only the first is suggested. */
  meaning: object | null;
};

type IndexEntry = { key: string; suggestion: Suggestion };
type Index = readonly IndexEntry[];

const maxSuggestions = 6;
/** A single letter is a prefix of too many phrases. */
const minPrefixLength = 2;

const ranks = {
  brand: 0,
  kind: 1,
  family: 2,
  model: 3,
  otherBrandName: 3,
  otherKind: 4,
  city: 5,
  state: 6,
  locality: 7,
  word: 8,
  synonym: 9,
} as const;

const placeRanks: ReadonlySet<number> = new Set([ranks.city, ranks.state, ranks.locality]);

const kindsByRank: Readonly<Record<number, SuggestionKind>> = {
  [ranks.brand]: 'brand',
  [ranks.kind]: 'type',
  [ranks.family]: 'model',
  [ranks.model]: 'model',
  [ranks.otherKind]: 'type',
  [ranks.city]: 'place',
  [ranks.state]: 'place',
  [ranks.locality]: 'place',
};

/** A brand by another of its names has the rank of a model. */
const getKind = ({ rank, brand, text }: Suggestion): SuggestionKind =>
  brand !== null && text === brand ? 'brand' : (kindsByRank[rank] ?? 'word');

const createSuggestion = (
  text: string,
  rank: number,
  { brand = null, meaning = null, position = 0 }: Partial<Pick<Suggestion, 'brand' | 'meaning' | 'position'>> = {},
): Suggestion => ({ text, textKey: createPhraseKey(text), brand, rank, meaning, position });

const compareKeys = (one: { key: string }, other: { key: string }): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0;

const createSoundPrefix = (key: string): string => createBroadPhoneticKey(createPhoneticKey(key));

function buildIndexes(): { bySpelling: Index; byPhoneticKey: Index } {
  const bySpelling: IndexEntry[] = [];
  const models = new Set(dictionary.models.map(({ name: { brand, model } }) => `${brand}|${model ?? ''}`));
  for (const [name, spellings] of dictionary.spellings) {
    const [brand = '', ownName = ''] = name.split('|');
    const text = formatVehicleName({ brand, family: ownName || null, model: null });
    const rank = ownName === '' ? ranks.brand : models.has(name) ? ranks.model : ranks.family;
    const suggestion = createSuggestion(text, rank, { brand });
    const otherName = createSuggestion(text, ranks.otherBrandName, { brand });
    for (const key of new Set(spellings.map(createPhraseKey))) {
      // "vid" is the beginning of Vida rather than of Hero, which makes it.
      const isOtherName = ownName === '' && !isIndic(key) && !key.startsWith(createPhraseKey(brand));
      // Names that are common words are suggested only after their brand.
      if (dictionary.phrases.has(key)) bySpelling.push({ key, suggestion: isOtherName ? otherName : suggestion });
      if (ownName !== '' && !isIndic(key)) bySpelling.push({ key: createPhraseKey(brand) + key, suggestion });
    }
  }
  for (const [position, [key, entry]] of [...dictionary.phrases].entries()) {
    if (entry.type === 'city') {
      const rank = entry.isPart ? ranks.locality : ranks.city;
      bySpelling.push({ key, suggestion: createSuggestion(entry.city.city, rank, { position }) });
    }
    if (entry.type === 'state') bySpelling.push({ key, suggestion: createSuggestion(entry.name, ranks.state) });
    if (entry.type === 'word' && entry.isStrong) {
      const { means: meaning, spelling } = entry;
      const isStandard = createPhraseKey(spelling) === key;
      const isKind = Boolean(meaning.vehicleType ?? meaning.fuelType ?? meaning.stock);
      const [usual, lower] = isKind ? [ranks.kind, ranks.otherKind] : [ranks.word, ranks.synonym];
      const text = dictionary.wordTexts.get(key) ?? spelling;
      bySpelling.push({ key, suggestion: createSuggestion(text, isStandard ? usual : lower, { meaning, position }) });
    }
  }
  // A word with a meaning is suggested in its own script only.
  const byPhoneticKey = bySpelling
    .filter(({ key, suggestion }) => isIndic(key) && suggestion.meaning === null)
    .map(({ key, suggestion }) => ({ key: createSoundPrefix(key), suggestion }));
  return { bySpelling: bySpelling.sort(compareKeys), byPhoneticKey: byPhoneticKey.sort(compareKeys) };
}

const { bySpelling, byPhoneticKey } = buildIndexes();
const nicknameKeys = new Set([...dictionary.nicknames].map((key) => createPhraseKey(key.split('|')[1] ?? '')));

function findByPrefix(index: Index, prefix: string): IndexEntry[] {
  if (prefix === '') return [];
  const entries: IndexEntry[] = [];
  for (let at = findLowerBound(index.length, (place) => index[place]?.key ?? '', prefix); ; at += 1) {
    const entry = index[at];
    if (!entry?.key.startsWith(prefix)) return entries;
    entries.push(entry);
  }
}

function completePhrase(phrase: string): IndexEntry[] {
  const key = createPhraseKey(phrase);
  if (key.length < minPrefixLength) return [];
  const exact = dictionary.phrases.get(key);
  const entries = findByPrefix(bySpelling, key);
  if (exact?.type === 'name' && isIndic(key)) {
    const { brand, family, model } = exact.name;
    entries.push(...findByPrefix(bySpelling, createPhraseKey(brand + (model ?? family ?? ''))));
  }
  const phonetic = isIndic(key) && entries.length === 0 ? createSoundPrefix(key) : '';
  return phonetic.length < minPrefixLength ? entries : findByPrefix(byPhoneticKey, phonetic);
}

/** A query has one vehicle: a brand is followed by its models only, and a model by no other name. */
function completeTail(head: string, tail: string, models: readonly string[]): SuggestedSearch[] {
  const words = head.split(' ');
  // Before "in pu" stands no brand, and after it a place.
  const isPlace = words.length > 1 && dictionary.placeWords.has(createPhraseKey(words.at(-1) ?? ''));
  const headKey = createPhraseKey(head);
  const headEntry = findByPrefix(bySpelling, headKey).find(({ key }) => key === headKey)?.suggestion;
  const headBrand = head === '' ? null : (headEntry?.brand ?? null);
  // "bullet cl" is Royal Enfield Classic, because all models of the brand are called Bullet.
  const isBrand = headEntry?.rank === ranks.brand || nicknameKeys.has(headKey);
  const isAllowed = ({ brand, rank }: Suggestion): boolean => {
    if (isPlace) return placeRanks.has(rank);
    return headBrand === null || brand === null || (brand === headBrand && isBrand);
  };
  const tailKey = createPhraseKey(tail);
  // A number after other words is no beginning of a name: "MH 12", "used 12".
  if (head !== '' && headBrand === null && /^\d+$/.test(tailKey)) return [];
  const meanings = new Set<object>();
  const isNewMeaning = ({ textKey, meaning }: Suggestion): boolean => {
    if (meaning === null) return true;
    if (textKey === tailKey || meanings.has(meaning)) return false;
    meanings.add(meaning);
    return true;
  };
  const isOnSale = ({ textKey }: Suggestion): boolean => models.some((model) => model.startsWith(textKey));
  return completePhrase(tail)
    .filter(({ suggestion }) => isAllowed(suggestion))
    .map((entry) => ({ ...entry, isOnSale: isOnSale(entry.suggestion) }))
    .sort(
      (a, b) =>
        Number(b.key === tailKey) - Number(a.key === tailKey) ||
        a.suggestion.rank - b.suggestion.rank ||
        Number(b.isOnSale) - Number(a.isOnSale) ||
        a.suggestion.position - b.suggestion.position ||
        a.key.length - b.key.length ||
        compareKeys(a, b),
    )
    .filter(({ suggestion }) => isNewMeaning(suggestion))
    .map(({ suggestion }) => {
      const { text, brand } = suggestion;
      const isWhole = head === '' || (brand !== null && brand === headBrand);
      return { text: isWhole ? text : `${head} ${text}`, kind: getKind(suggestion) };
    });
}

/** Completes a small number after a word such as "under" to a price: "under 1 lakh", "under 60k". */
function completePrice(text: string): string[] {
  const [, before = '', digits = ''] = /(\S+)\s+(\d{1,2})$/.exec(text) ?? [];
  if (dictionary.numbers.before.get(createPhraseKey(before)) !== 'max') return [];
  if (digits.length > 1) return [`${text}k`];
  return Number(digits) < 3 ? [`${text} lakh`, `${text}.5 lakh`] : [`${text}0k`];
}

/** At most six. Without completions: prices, or the query with its spelling corrected. */
export function findSuggestions(db: Database, query: string): SuggestedSearch[] {
  const text = collapseSpaces(query).slice(0, maxQueryLength);
  const textKey = createPhraseKey(text);
  if (textKey.length < minPrefixLength) return [];
  const words = text.split(' ');
  const { models, listingWords } = readStockNames(db);
  const completions = new Map<string, SuggestionKind>();
  const add = ({ text, kind }: SuggestedSearch): void => {
    if (!completions.has(text)) completions.set(text, kind);
  };
  for (let start = 0; start < words.length && completions.size < maxSuggestions; start += 1) {
    const [head, tail] = [words.slice(0, start).join(' '), words.slice(start).join(' ')];
    for (const completion of completeTail(head, tail, models)) add(completion);
    const tailKey = createPhraseKey(tail);
    if (tailKey.length < minPrefixLength) continue;
    for (const word of listingWords)
      if (word.startsWith(tailKey)) add({ text: head === '' ? word : `${head} ${word}`, kind: 'word' });
  }
  if (completions.size > 0)
    return [...completions]
      .map(([text, kind]) => ({ text, kind }))
      .filter((completion) => createPhraseKey(completion.text) !== textKey)
      .slice(0, maxSuggestions);
  const prices = completePrice(text);
  if (prices.length > 0) return prices.map((price) => ({ text: price, kind: 'price' }));
  const { corrected } = parseSearch(db, text);
  return corrected ? [{ text: corrected.to, kind: 'word' }] : [];
}
