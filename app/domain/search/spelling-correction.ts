import {
  createLetterMask,
  type Dictionary,
  type DictionaryEntry,
  findLowerBound,
  groupByLength,
  isStopWord,
  type SpellingCandidate,
} from './dictionary';
import {
  calculateEditDistance,
  createConsonantKey,
  createFuzzyKeys,
  createSoundKey,
  minFuzzyLength,
} from '../names/fuzzy-match';
import { matchPrefix } from './name-resolver';
import type { CorrectedQuery, Entities, NameMatch } from './parsed-query';
import { collapseSpaces, getKeyText, getTokenTexts, type Token } from '../names/tokenizer';

// Words of usual phrases, as in "sigle owner", are corrected only beside the other word of their phrase: descriptions, whose
// words are not examined, contain any word.

const minFirstLength = 4;
const minContinuationLength = 3;
const minCorrectLength = 4;

const maxPhrases = 60;

/** Corrects the second word of a phrase: "second hamd". Null if the words are no misspelt phrase. */
function findPhraseContinuation({ phrases, sortedKeys }: Dictionary, first: Token, second: Token): string | null {
  if (first.isQuoted || second.isJoined || second.text.length < minContinuationLength) return null;
  const start = findLowerBound(sortedKeys.length, (index) => sortedKeys[index] ?? '', first.text);
  for (const key of sortedKeys.slice(start, start + maxPhrases)) {
    if (!key.startsWith(first.text)) return null;
    const rest = key.slice(first.text.length);
    if (rest.length < minCorrectLength || rest === second.text || phrases.get(key)?.type !== 'word') continue;
    if (calculateEditDistance(second.text, rest, 1) <= 1) return rest;
  }
  return null;
}

/** Whether a word is another one with one mistake, or sounds like it: "singal" for "single". */
const isMisspelling = (word: string, correct: string): boolean =>
  calculateEditDistance(word, correct, 1) <= 1 || createSoundKey(word) === createSoundKey(correct);

/** Corrects the first word of a phrase: "sigle owner". Null if the words are no misspelt phrase. */
function findPhraseBeginning({ wordsBefore }: Dictionary, first: Token, second: Token | undefined): string | null {
  if (!second || second.isQuoted || second.isJoined || first.text.length < minFirstLength) return null;
  return wordsBefore.get(second.text)?.find((word) => isMisspelling(first.text, word)) ?? null;
}

const minPartLength = 3;

/** Null if it is no compound. `before` has the brand of which it may name a model: `rtr` in `tvsapachertr160`. */
function splitCompound(
  word: string,
  dictionary: Dictionary,
  number: string,
  before: DictionaryEntry | undefined = undefined,
): string[] | null {
  const { phrases, modelNames, numbers } = dictionary;
  const isPart = (entry: DictionaryEntry | undefined): entry is DictionaryEntry =>
    entry?.type === 'name' || (entry?.type === 'word' && entry.isStrong) || entry?.type === 'city';
  const isModelWord = (text: string, entry: DictionaryEntry): boolean =>
    entry.type === 'name' && (modelNames.get(entry.name.brand) ?? []).some(({ words }) => words.includes(text));
  if (before && number !== '' && isModelWord(word, before)) return [word];
  for (let length = word.length - 1; length >= minPartLength; length -= 1) {
    const head = word.slice(0, length);
    const entry = phrases.get(head);
    if (!isPart(entry)) continue;
    const tail = word.slice(length);
    const isContinued = phrases.get(tail + number)?.type === 'name' || numbers.before.has(tail);
    if (number !== '' && isContinued) return [head, tail];
    if (tail.length < minPartLength) continue;
    // "advice" is no adventure bike with petrol ("adv", "ice").
    if (isPart(phrases.get(tail)) && word.length > 2 * minPartLength) return [head, tail];
    const rest = splitCompound(tail, dictionary, number, entry);
    if (rest) return [head, ...rest];
  }
  return null;
}

/** Words of the names of the offers in stock. They are spelt correctly, and are candidates for the correction of others. */
export type StockVocabulary = {
  has: (word: string) => boolean;
  hasPrefix: (prefix: string) => boolean;
  /** By length. */
  candidates: ReadonlyMap<number, readonly SpellingCandidate[]>;
};

export const emptyVocabulary: StockVocabulary = {
  has: () => false,
  hasPrefix: () => false,
  candidates: new Map(),
};

const minCorrectedLength = 4;
/** Correcting to six letters would turn a seventh of the common English words of that length into names. */
const longWordLength = 7;
const maxMistakes = 2;
const maxWordWeight = 2;
/** Candidates up to this weight, such as towns and synonyms, need the same first letter. */
const maxRareWeight = 1;
/** Two mistakes are corrected to such a candidate only in words of this length and longer. */
const minLengthOfRare = 9;

export type Correction = { start: number; to: string };

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function isSubsequence(word: string, whole: string): boolean {
  let index = 0;
  for (const letter of whole) if (letter === word[index]) index += 1;
  return index === word.length;
}

function isLongMisspelling(word: string, { word: to, weight }: SpellingCandidate, isPreferred: boolean): boolean {
  const isLong = Math.max(word.length, to.length) >= longWordLength;
  return isPreferred || (isLong && (weight > maxRareWeight || word.length >= minLengthOfRare));
}

const findByConsonants = (candidatesByKey: Dictionary['candidatesByKey'], word: string): SpellingCandidate[] =>
  /[aeiou]/.test(word)
    ? []
    : (candidatesByKey.get(createConsonantKey(word)) ?? []).filter(({ weight }) => weight > maxWordWeight);

/** At an edit distance of one, or two for a long word, or sharing a fuzzy key. */
export function findCorrection(
  { candidates, candidatesByKey }: Dictionary,
  word: string,
  stockCandidates: StockVocabulary['candidates'],
  preferred: ReadonlySet<string> = new Set(),
): SpellingCandidate | null {
  if (word.length < minCorrectedLength || !/^\p{Script=Latin}+$/u.test(word)) return null;
  const maxDistance = word.length < longWordLength - 1 ? 1 : maxMistakes;
  const letters = createLetterMask(word);
  const getScore = ({ word: to, weight }: SpellingCandidate): number =>
    weight + (to[0] === word[0] ? 3 : 0) + (isSubsequence(word, to) ? 3 : 0) + (preferred.has(to) ? 4 : 0);
  const similar =
    word.length < minFuzzyLength
      ? findByConsonants(candidatesByKey, word)
      : createFuzzyKeys(word).flatMap((key) => candidatesByKey.get(key) ?? []);
  const ranked = similar.map((candidate) => ({ candidate, distance: 1 }));
  // "hf dilux": next to its brand, a name may differ in its vowels.
  for (const candidate of word.length < minFuzzyLength ? [] : (candidatesByKey.get(createSoundKey(word)) ?? []))
    if (preferred.has(candidate.word)) ranked.push({ candidate, distance: 2 });
  for (let length = word.length - maxDistance; length <= word.length + maxDistance; length += 1) {
    for (const sameLength of [candidates.get(length), stockCandidates.get(length)]) {
      for (const candidate of sameLength ?? []) {
        // One edit changes at most two letters of the set.
        if (countBits(letters ^ candidate.letters) > 2 * maxDistance) continue;
        const distance = calculateEditDistance(word, candidate.word, maxDistance);
        const isPreferred = preferred.has(candidate.word);
        if (distance === maxMistakes && !isLongMisspelling(word, candidate, isPreferred)) continue;
        const isLikely = distance <= 1 && candidate.weight > maxRareWeight;
        if (distance <= maxDistance && (isLikely || candidate.word[0] === word[0]))
          ranked.push({ candidate, distance });
      }
    }
  }
  const [best] = ranked.sort(
    (a, b) =>
      a.distance - b.distance ||
      getScore(b.candidate) - getScore(a.candidate) ||
      a.candidate.word.length - b.candidate.word.length,
  );
  return best?.candidate ?? null;
}

function getStandardSpelling({ phrases }: Dictionary, word: string): string {
  const entry = phrases.get(word);
  const standard = entry?.type === 'name' || entry?.type === 'word' ? entry.spelling.toLowerCase() : word;
  return /^[a-z]+$/.test(standard) && calculateEditDistance(word, standard, maxMistakes) <= maxMistakes
    ? standard
    : word;
}

export const createSpellingCandidates = (words: Iterable<string>): StockVocabulary['candidates'] =>
  groupByLength([...words].map((word) => [word, 0]));

/** Not "city" or "reliable": a query of one unknown word corrected to these would show all offers. */
function changesResults({ phrases }: Dictionary, word: string): boolean {
  const entry = phrases.get(word);
  if (entry?.type !== 'word') return true;
  const { sort, action, stock } = entry.means;
  return entry.isStrong ? Object.keys(entry.means).length > 0 : Boolean(sort ?? action ?? stock);
}

const minSplitLength = 8;

function findSplitName(dictionary: Dictionary, first: Token, second: Token): string | null {
  if (second.isQuoted || second.isNumber || second.isJoined || isStopWord(dictionary, second)) return null;
  const joined = first.text + second.text;
  if (joined.length < minSplitLength) return null;
  const candidate = findCorrection(dictionary, joined, emptyVocabulary.candidates);
  const isName = candidate !== null && candidate.weight > maxWordWeight && candidate.word.length >= minSplitLength;
  return isName ? candidate.word : null;
}

/** @returns `isChanged`: whether the tokens must be parsed again */
export function correctTokens(
  tokens: readonly Token[],
  entities: Entities,
  dictionary: Dictionary,
  stock: StockVocabulary,
  isTyping: boolean,
): { tokens: Token[]; corrections: Correction[]; isChanged: boolean } {
  const corrections: Correction[] = [];
  let isChanged = false;
  // Of several names a misspelt one may be a part of another: "jupiter clasic".
  const misspelt = entities.names.length > 1 ? entities.names.flatMap((name) => findNameCorrections(tokens, name)) : [];
  const wordsOfNames = new Set(
    entities.names
      .flatMap(({ name }) => dictionary.modelNames.get(name.brand) ?? [])
      .flatMap((modelName) => modelName.words),
  );
  const correct = (token: Token, to: string): Token[] => {
    isChanged = true;
    corrections.push({ start: token.start, to });
    return [{ ...token, text: to }];
  };
  const secondParts = new Set<Token>();
  const hasMeaning = entities.isConsumed.some(Boolean);
  const corrected = tokens.flatMap((token, index): Token[] => {
    if (secondParts.has(token)) return [];
    const inName = misspelt.find((correction) => correction.token === token);
    if (inName) return correct(token, inName.to);
    if (entities.isConsumed[index] || token.isNumber || token.isQuoted || isStopWord(dictionary, token)) return [token];
    const next = tokens[index + 1];
    const parts = splitCompound(token.text, dictionary, next?.isJoined && next.isNumber ? next.text : '');
    if (parts) {
      isChanged = true;
      return parts.map((text, part) => ({ ...token, text, isJoined: part === 0 && token.isJoined }));
    }
    const previous = tokens[index - 1];
    const isKnown = previous && (entities.isConsumed[index - 1] || isStopWord(dictionary, previous));
    const continuation = isKnown ? findPhraseContinuation(dictionary, previous, token) : null;
    if (continuation !== null) return correct(token, continuation);
    if (dictionary.knownWords.has(token.text) || stock.has(token.text)) return [token];
    const beginning = findPhraseBeginning(dictionary, token, next);
    if (beginning !== null) return correct(token, beginning);
    // "pulsarr" is not the beginning of Pulsar RS200.
    const isDoubled = dictionary.phrases.has(token.text.slice(0, -1)) && token.text.at(-1) === token.text.at(-2);
    const candidate = findCorrection(dictionary, token.text, stock.candidates, wordsOfNames);
    const splitName =
      next && !candidate && !entities.isConsumed[index + 1] ? findSplitName(dictionary, token, next) : null;
    if (next && splitName !== null) {
      secondParts.add(next);
      return correct({ ...token, end: next.end }, splitName);
    }
    // "splendor plas" is Splendor Plus rather than the beginning of Plasma.
    const isOfName = candidate !== null && wordsOfNames.has(candidate.word) && !candidate.word.startsWith(token.text);
    const isBeingTyped = isTyping && index === tokens.length - 1 && !isDoubled && !isOfName;
    if (isBeingTyped && (matchPrefix(dictionary, token.text).isPrefix || stock.hasPrefix(token.text))) return [token];
    if (!candidate || !(hasMeaning || changesResults(dictionary, candidate.word))) return [token];
    return correct(token, getStandardSpelling(dictionary, candidate.word));
  });
  return { tokens: corrected, corrections, isChanged };
}

/** Aliases that differ in more than the spelling are not corrected. */
function findNameCorrections(
  tokens: readonly Token[],
  { from, to, spelling, isCompleted = false }: NameMatch,
): { token: Token; to: string }[] {
  if (isCompleted) return [];
  const typed = tokens.slice(from, to);
  const standard = getTokenTexts(spelling.toLowerCase());
  if (standard.length !== typed.length) return [];
  const corrections: { token: Token; to: string }[] = [];
  for (const [index, token] of typed.entries()) {
    const correct = standard[index] ?? token.text;
    // A plural is no misspelling.
    if (correct === getKeyText(token) || `${correct}s` === token.text) continue;
    const isMisspelt = /^\p{Script=Latin}{3,}$/u.test(token.text) && calculateEditDistance(token.text, correct, 2) <= 2;
    if (!isMisspelt) return [];
    corrections.push({ token, to: correct });
  }
  return corrections;
}

type Replacement = { start: number; end: number; to: string };

/** Replaces ranges of a query; of overlapping ones only the first. */
function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let offset = 0;
  for (const { start, end, to } of [...replacements].sort((one, other) => one.start - other.start)) {
    if (start < offset) continue;
    result += text.slice(offset, start) + to;
    offset = end;
  }
  return collapseSpaces(result + text.slice(offset));
}

/** @param overruled brands that do not make the vehicle named next to them, replaced by the brand that does */
export function createCorrectedQuery(
  text: string,
  tokens: readonly Token[],
  entities: Entities,
  corrections: readonly Correction[],
  overruled: readonly NameMatch[],
  matches: readonly NameMatch[],
): CorrectedQuery | null {
  const replacements: Replacement[] = entities.names.flatMap((name) =>
    findNameCorrections(tokens, name).map(({ token: { start, end }, to }) => ({ start, end, to })),
  );
  for (const { start: at, to } of corrections) {
    const token = tokens.find(({ start }) => start === at);
    if (token && !replacements.some(({ start, end }) => start <= at && end > at))
      replacements.push({ start: at, end: token.end, to });
  }
  const brand = matches[0]?.name.brand;
  for (const { from, to } of overruled) {
    if (brand)
      replacements.push({ start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0, to: brand.toLowerCase() });
  }
  if (replacements.length === 0) return null;
  const literal = replaceRanges(
    text,
    replacements.map(({ start, end }) => ({ start, end, to: `"${text.slice(start, end)}"` })),
  );
  return { from: text, to: replaceRanges(text, replacements).toLowerCase(), literal };
}
