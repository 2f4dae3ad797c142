import type { ReadAmount } from './amounts';
import type { Dictionary } from './dictionary';
import { isStopWord, keyOfRun, type Negated, type Reading, type Span } from './reading-parts';
import { phraseKey, type TypedWord } from './typed-words';

const longestNegation = 3;
const longestModel = 3;

/** The model of a family that is named elsewhere, told without its name: 5G in "activa not 5g". */
function modelOfNamed(
  words: readonly TypedWord[],
  from: number,
  names: Reading['names'],
  { phrases }: Dictionary,
): (Span & Pick<Negated, 'name' | 'means'>) | undefined {
  for (let to = Math.min(words.length, from + longestModel); to > from; to -= 1) {
    for (const { name } of names) {
      const entry = name.family && phrases.get(phraseKey(name.family) + keyOfRun(words, from, to));
      if (entry && entry.type === 'name' && entry.name.brand === name.brand && entry.name.model !== null)
        return { name: entry.name, from, to };
    }
  }
  return undefined;
}

/**
 * What is not wanted, with the word that says so: "not electric", "without licence", "electric nahi chahiye". What has a
 * meaning as a whole, such as "without gear", is none.
 */
export function negatedParts(
  words: readonly TypedWord[],
  taken: readonly boolean[],
  { names, entries }: Pick<Reading, 'names' | 'entries'>,
  dictionary: Dictionary,
): Negated[] {
  const phrases: (Span & Pick<Negated, 'name' | 'means'>)[] = [
    ...names.map(({ name, from, to }) => ({ name, from, to })),
    ...entries.map(({ entry, from, to }) => ({
      from,
      to,
      means: entry.type === 'word' && entry.isStrong ? entry.means : undefined,
    })),
  ];
  const isFree = (at: number): boolean => words[at] !== undefined && !taken[at];
  const before = words.flatMap((_, from): Negated[] => {
    const length = [2, 1].find((some) => dictionary.negations.has(keyOfRun(words, from, from + some)));
    if (length === undefined || phrases.some((one) => one.from <= from && one.to > from)) return [];
    let at = from + length;
    // "not in delhi"
    if (dictionary.placeWords.has(words[at]?.text ?? '')) at += 1;
    if (!isFree(from) || !isFree(at)) return [];
    const negated = phrases.find((one) => one.from === at) ?? modelOfNamed(words, at, names, dictionary);
    let to = negated?.to ?? at + 1;
    while (words[to]?.isJoined && isFree(to)) to += 1;
    return [{ name: negated?.name, means: negated?.means, from, to }];
  });
  const after = phrases.flatMap(({ name, means, from, to }): Negated[] => {
    for (let end = Math.min(words.length, to + longestNegation); end > to; end -= 1)
      if (dictionary.negationsAfter.has(keyOfRun(words, to, end))) return [{ name, means, from, to: end }];
    return [];
  });
  // "but not bullet" says it once.
  const all = [...before, ...after];
  return all.filter(({ from }, at) => !all.slice(0, at).some((one) => one.from <= from && one.to > from));
}

/** Beyond it an amount beside "EMI" is the price of the vehicle. */
const mostInstalment = 30_000;
const leastInstalment = 500;

/** Finds the amounts beside words for instalments, which are no price of a vehicle. */
export function readInstalments(words: readonly TypedWord[], reading: Reading, dictionary: Dictionary): Span[] {
  const { numbers } = dictionary;
  const isSkipped = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && !reading.isTaken[at] && isStopWord(dictionary, word);
  };
  // "emi 2000" is no year.
  const isSmall = ({ field, least, most, from, to }: ReadAmount): boolean =>
    (field === 'price' || field === 'engineCc' || (field === 'year' && (least ?? most) === 2_000)) &&
    Math.max(least ?? 0, most ?? 0) < mostInstalment &&
    !words.slice(from, to).some(({ text }) => numbers.units.has(text));
  const amountAt = (at: number): Span | undefined => {
    const amount = reading.amounts.find((one) => one.from <= at && one.to > at);
    if (amount) return isSmall(amount) ? amount : undefined;
    const word = words[at];
    return word?.isNumber && !reading.isTaken[at] && Number(word.text) >= leastInstalment
      ? { from: at, to: at + 1 }
      : undefined;
  };
  return reading.entries.flatMap(({ entry, from, to }) => {
    if (entry.type !== 'word' || entry.means.action !== 'emi') return [];
    let after = to;
    while (isSkipped(after)) after += 1;
    let before = from - 1;
    while (isSkipped(before)) before -= 1;
    const amount = amountAt(after) ?? amountAt(before);
    return amount ? [{ from: Math.min(from, amount.from), to: Math.max(to, amount.to) }] : [];
  });
}

/** Takes the name of what is not sold here as one word, to be found as it is: "honda city", which is a car. */
export function withOtherProducts(words: readonly TypedWord[], { otherProducts, phrases }: Dictionary): TypedWord[] {
  // "honda city ride" is a use of a Honda.
  const isContinued = (last: number): boolean =>
    words[last + 1] !== undefined && phrases.has(keyOfRun(words, last, last + 2));
  const isPair = (from: number): boolean =>
    otherProducts.has(keyOfRun(words, from, from + 2)) && !isContinued(from + 1);
  return words.flatMap((word, at): TypedWord[] => {
    if (at > 0 && isPair(at - 1)) return [];
    const next = words[at + 1];
    return next && isPair(at)
      ? [{ ...word, text: `${word.text} ${next.text}`, end: next.end, isNumber: false, isQuoted: true }]
      : [word];
  });
}
