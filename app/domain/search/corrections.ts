import type { Correctable, Dictionary } from './dictionary';
import { lettersOf, wordsOf } from './dictionary';
import { beginning } from './last-word';
import { likenessKeys, shortestAlike } from './likeness';
import { type FoundName, isStopWord, keyText, type Reading } from './reading-parts';
import { mistakesBetween, oneLineOf, type TypedWord } from './typed-words';

/** Words of the offers in stock, so that a word which some offer contains is never corrected. */
export type StockWords = {
  has: (word: string) => boolean;
  /** Whether a word of an offer begins so. */
  hasPrefix: (word: string) => boolean;
  correctable: ReadonlyMap<number, readonly Correctable[]>;
};

export const noStock: StockWords = { has: () => false, hasPrefix: () => false, correctable: new Map() };

const shortestPart = 3;

/** A word, by its position in the query, and the one that it stands for. */
export type Correction = { at: number; to: string };

/** A query as typed and as corrected; `literal` finds exactly its text. */
export type Corrected = { from: string; to: string; literal: string };

function bitsOf(letters: number): number {
  let left = letters;
  let bits = 0;
  for (; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

/** Towns, and words of which there are more usual ones: only a word that begins like them is taken for them. */
const rareWeight = 1;
const longWord = 7;
const shortestCorrected = 4;

/** Whether the letters of a word all stand in another one in their order: it leaves some out. */
function isLeftOutOf(word: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === word[at]) at += 1;
  return at === word.length;
}

/**
 * The known word that a mistyped one most likely stands for: one mistake in a short word, two in a long one, and one
 * that sounds alike or has the same letters.
 *
 * @param preferred words of what is named beside it
 */
export function correctionOf(
  { correctable, correctableByKey }: Dictionary,
  word: string,
  stockWords: ReadonlyMap<number, readonly Correctable[]>,
  preferred: ReadonlySet<string> = new Set(),
): Correctable | null {
  if (word.length < shortestCorrected || !/^\p{Script=Latin}+$/u.test(word)) return null;
  const most = word.length < longWord ? 1 : 2;
  const letters = lettersOf(word);
  const rankOf = ({ word: to, weight }: Correctable): number =>
    weight + (to[0] === word[0] ? 3 : 0) + (isLeftOutOf(word, to) ? 3 : 0) + (preferred.has(to) ? 4 : 0);
  const alike = word.length < shortestAlike ? [] : likenessKeys(word).flatMap((key) => correctableByKey.get(key) ?? []);
  const found = alike.map((candidate) => ({ candidate, mistakes: 1 }));
  for (let length = word.length - most; length <= word.length + most; length += 1) {
    for (const candidates of [correctable.get(length), stockWords.get(length)]) {
      for (const candidate of candidates ?? []) {
        // A mistake changes at most two letters of the set.
        if (bitsOf(letters ^ candidate.letters) > 2 * most) continue;
        const mistakes = mistakesBetween(word, candidate.word, most);
        const isSure = mistakes <= 1 && candidate.weight > rareWeight;
        if (mistakes <= most && (isSure || candidate.word[0] === word[0])) found.push({ candidate, mistakes });
      }
    }
  }
  const [best] = found.sort(
    (one, other) => one.mistakes - other.mistakes || rankOf(other.candidate) - rankOf(one.candidate),
  );
  return best?.candidate ?? null;
}

/** Groups words for `correctionOf`. */
export function correctableWords(words: Iterable<string>): ReadonlyMap<number, readonly Correctable[]> {
  const byLength = new Map<number, Correctable[]>();
  for (const word of words) {
    const ofLength = byLength.get(word.length) ?? [];
    ofLength.push({ word, weight: 0, letters: lettersOf(word) });
    byLength.set(word.length, ofLength);
  }
  return byLength;
}

/** Splits a word that is several names written as one, such as `hondaactiva`. */
function parts(word: string, dictionary: Dictionary): string[] | null {
  const isPart = (text: string): boolean => {
    const entry = dictionary.phrases.get(text);
    return (
      entry !== undefined &&
      (entry.type === 'name' || (entry.type === 'word' && entry.isStrong) || entry.type === 'city')
    );
  };
  for (let at = word.length - shortestPart; at >= shortestPart; at -= 1) {
    const head = word.slice(0, at);
    if (!isPart(head)) continue;
    const tail = word.slice(at);
    if (isPart(tail)) return [head, tail];
    const rest = tail.length >= 2 * shortestPart ? parts(tail, dictionary) : null;
    if (rest) return [head, ...rest];
  }
  return null;
}

/** Replaces words that nothing is known of: those written as one are split, mistyped ones corrected. */
export function mended(
  words: readonly TypedWord[],
  reading: Reading,
  dictionary: Dictionary,
  stock: StockWords,
  isTyping: boolean,
): { words: TypedWord[]; corrections: Correction[]; isMended: boolean } {
  const corrections: Correction[] = [];
  let isMended = false;
  // A name that is mistyped beside another may be a part of that one's: "jupiter clasic".
  const misspelt = reading.names.length > 1 ? reading.names.flatMap((name) => respelt(words, name)) : [];
  const preferred = (): ReadonlySet<string> =>
    new Set(
      reading.names
        .flatMap(({ name }) => dictionary.wordings.get(name.brand) ?? [])
        .flatMap(({ words: ofName }) => ofName),
    );
  const replaced = words.flatMap((word, at): TypedWord[] => {
    const right = misspelt.find((one) => one.word === word);
    if (right) {
      isMended = true;
      corrections.push({ at: word.start, to: right.to });
      return [{ ...word, text: right.to }];
    }
    if (reading.isTaken[at] || word.isNumber || word.isQuoted || isStopWord(dictionary, word)) return [word];
    const split = parts(word.text, dictionary);
    if (split) {
      isMended = true;
      return split.map((text, part) => ({ ...word, text, isJoined: part > 0 ? false : word.isJoined }));
    }
    if (dictionary.known.has(word.text) || stock.has(word.text)) return [word];
    // "pulsarr" is no Pulsar RS200.
    const isDoubled = dictionary.phrases.has(word.text.slice(0, -1)) && word.text.at(-1) === word.text.at(-2);
    const isLast = isTyping && at === words.length - 1 && !isDoubled;
    if (isLast && (beginning(dictionary, word.text).begins || stock.hasPrefix(word.text))) return [word];
    const to = correctionOf(dictionary, word.text, stock.correctable, preferred())?.word;
    if (to === undefined) return [word];
    isMended = true;
    corrections.push({ at: word.start, to });
    return [{ ...word, text: to }];
  });
  return { words: replaced, corrections, isMended };
}

/**
 * The words of a name as they are spelt, where a spelling of the dictionary is a mistake rather than another name:
 * `activaa` for Activa, `palsar ns 200` for Pulsar NS200.
 */
function respelt(
  words: readonly TypedWord[],
  { from, to, spelling, isBegun = false }: FoundName,
): { word: TypedWord; to: string }[] {
  if (isBegun) return [];
  const typed = words.slice(from, to);
  const right = wordsOf(spelling.toLowerCase());
  if (right.length !== typed.length) return [];
  const changes: { word: TypedWord; to: string }[] = [];
  for (const [place, word] of typed.entries()) {
    const correct = right[place] ?? word.text;
    if (correct === keyText(word)) continue;
    const isMistake = /^\p{Script=Latin}{3,}$/u.test(word.text) && mistakesBetween(word.text, correct, 2) <= 2;
    if (!isMistake) return [];
    changes.push({ word, to: correct });
  }
  return changes;
}

/** The query with some of its words replaced. */
function textWith(text: string, changes: readonly { start: number; end: number; to: string }[]): string {
  let changed = '';
  let at = 0;
  for (const { start, end, to } of [...changes].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    changed += text.slice(at, start) + to;
    at = end;
  }
  return oneLineOf(changed + text.slice(at));
}

export function correctedText(
  text: string,
  words: readonly TypedWord[],
  reading: Reading,
  corrections: readonly Correction[],
  overruled: readonly FoundName[],
  found: readonly FoundName[],
): Corrected | null {
  const changes: { start: number; end: number; to: string }[] = [];
  for (const name of reading.names) {
    for (const { word, to } of respelt(words, name)) changes.push({ start: word.start, end: word.end, to });
  }
  for (const { at, to } of corrections) {
    const word = words.find(({ start }) => start === at);
    if (word && !changes.some(({ start, end }) => start <= at && end > at))
      changes.push({ start: at, end: word.end, to });
  }
  const maker = found[0]?.name.brand;
  for (const { from, to } of overruled) {
    if (maker) changes.push({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0, to: maker.toLowerCase() });
  }
  if (changes.length === 0) return null;
  const literal = textWith(
    text,
    changes.map(({ start, end }) => ({ start, end, to: `"${text.slice(start, end)}"` })),
  );
  return { from: text, to: textWith(text, changes).toLowerCase(), literal };
}
