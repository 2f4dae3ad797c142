import type { Database } from '~db/connection';
import { dictionary } from './dictionary.server';
import { isIndic, longestTerm, oneLineOf, phraseKey, soundsOf } from './typed-words';
import { understandSearch, wordsInStock } from './understood-search.server';

/** A search that is offered while one is typed. */
type Suggestion = {
  text: string;
  /** Key of its text. */
  own: string;
  /** Of a name. */
  brand: string | null;
  /** Brands, their families, models, places, words, other words for the same. */
  rank: number;
  /** Of a word: of several with one meaning, a single one is offered. */
  meaning: object | null;
};

/** Suggestions by the key of each of their spellings, sorted by it. */
type Index = readonly { key: string; suggestion: Suggestion }[];

const most = 6;
/** Offers fit for a beginning: of a single letter there are too many. */
const shortestBeginning = 2;

const suggestionOf = (
  text: string,
  rank: number,
  { brand = null, meaning = null }: Partial<Pick<Suggestion, 'brand' | 'meaning'>> = {},
): Suggestion => ({
  text,
  own: phraseKey(text),
  brand,
  rank,
  meaning,
});

const byKey = (one: { key: string }, other: { key: string }): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : 0;

/** The index of all spellings, and that of those in Indian scripts by their sounds. */
function buildIndex(): { spelled: Index; sounding: Index } {
  const spelled: { key: string; suggestion: Suggestion }[] = [];
  const models = new Set(dictionary.models.map(({ name: { brand, model } }) => `${brand}|${model ?? ''}`));
  for (const [name, spellings] of dictionary.spellings) {
    const [brand = '', own = ''] = name.split('|');
    const text = own === '' ? brand : `${brand} ${own}`;
    const suggestion = suggestionOf(text, own === '' ? 0 : models.has(name) ? 2 : 1, { brand });
    for (const key of new Set(spellings.map(phraseKey))) {
      // Names that are words of the language count only beside their brand.
      if (dictionary.phrases.has(key)) spelled.push({ key, suggestion });
      if (own !== '' && !isIndic(key)) spelled.push({ key: phraseKey(brand) + key, suggestion });
    }
  }
  for (const [key, entry] of dictionary.phrases) {
    if (entry.type === 'city') spelled.push({ key, suggestion: suggestionOf(entry.city.city, 3) });
    if (entry.type === 'state') spelled.push({ key, suggestion: suggestionOf(entry.name, 4) });
    if (entry.type === 'word' && entry.isStrong) {
      const isUsual = phraseKey(entry.spelling) === key;
      const text = dictionary.wordTexts.get(key) ?? entry.spelling;
      spelled.push({ key, suggestion: suggestionOf(text, isUsual ? 5 : 6, { meaning: entry.means }) });
    }
  }
  const sounding = spelled
    .filter(({ key }) => isIndic(key))
    .map(({ key, suggestion }) => ({ key: soundsOf(key), suggestion }));
  return { spelled: spelled.sort(byKey), sounding: sounding.sort(byKey) };
}

const { spelled, sounding } = buildIndex();

/** What begins with a key. */
function beginningWith(index: Index, key: string): { key: string; suggestion: Suggestion }[] {
  if (key === '') return [];
  let [from, to] = [0, index.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((index[middle]?.key ?? '') < key) from = middle + 1;
    else to = middle;
  }
  const found: { key: string; suggestion: Suggestion }[] = [];
  for (let at = from; index[at]?.key.startsWith(key); at += 1) {
    const one = index[at];
    if (one) found.push(one);
  }
  return found;
}

/** What begins as typed, in whatever script; of the name of a brand also its models. */
function completionsOf(typed: string): { key: string; suggestion: Suggestion }[] {
  const key = phraseKey(typed);
  if (key.length < shortestBeginning) return [];
  const said = dictionary.phrases.get(key);
  const found = beginningWith(spelled, key);
  if (said?.type === 'name' && isIndic(key)) {
    const { brand, family, model } = said.name;
    found.push(...beginningWith(spelled, phraseKey(brand + (model ?? family ?? ''))));
  }
  const sounds = isIndic(key) && found.length === 0 ? soundsOf(key) : '';
  return sounds.length < shortestBeginning ? found : beginningWith(sounding, sounds);
}

/**
 * Completions of the end of a text, where the words before it stay as they are typed. A search has one name: after that
 * of a brand come its models, and after that of a model no other.
 */
function completionsAfter(head: string, tail: string, models: readonly string[]): string[] {
  const before = phraseKey(head);
  const said = beginningWith(spelled, before).find(({ key }) => key === before)?.suggestion;
  const brand = head === '' ? null : (said?.brand ?? null);
  const isFit = (one: Suggestion): boolean =>
    brand === null || one.brand === null || (one.brand === brand && said?.rank === 0);
  const typed = phraseKey(tail);
  const meanings = new Set<object>();
  // Of several words that mean the same the first, which is the usual one if it begins so.
  const isOther = ({ own, meaning }: Suggestion): boolean => {
    if (meaning === null) return true;
    if (own === typed || meanings.has(meaning)) return false;
    meanings.add(meaning);
    return true;
  };
  return completionsOf(tail)
    .filter(({ suggestion }) => isFit(suggestion))
    .map((one) => ({ ...one, isLate: models.some((model) => model.startsWith(one.suggestion.own)) ? 0 : 1 }))
    .sort(
      (one, other) =>
        one.suggestion.rank - other.suggestion.rank ||
        one.isLate - other.isLate ||
        one.key.length - other.key.length ||
        byKey(one, other),
    )
    .filter(({ suggestion }) => isOther(suggestion))
    .map(({ suggestion: { text, brand: ofName } }) =>
      head === '' || (ofName !== null && ofName === brand) ? text : `${head} ${text}`,
    );
}

/**
 * Searches that may be meant by one that is being typed: names, places and words that begin like it or like its end,
 * words that only riders use, and where nothing does the search as it would be corrected. From memory alone.
 */
export function suggestionsFor(db: Database, typed: string): string[] {
  const text = oneLineOf(typed).slice(0, longestTerm);
  const whole = phraseKey(text);
  if (whole.length < shortestBeginning) return [];
  const words = text.split(' ');
  const { models, listed } = wordsInStock(db);
  const found = new Set<string>();
  for (let at = 0; at < words.length && found.size < most; at += 1) {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    for (const one of completionsAfter(head, tail, models)) found.add(one);
    const key = phraseKey(tail);
    if (key.length < shortestBeginning) continue;
    for (const word of listed) if (word.startsWith(key)) found.add(head === '' ? word : `${head} ${word}`);
  }
  if (found.size > 0) return [...found].filter((one) => phraseKey(one) !== whole).slice(0, most);
  const { corrected } = understandSearch(db, text);
  return corrected ? [corrected.to] : [];
}
