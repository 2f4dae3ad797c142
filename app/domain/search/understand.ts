import { correctedText, mended, noStock, type StockWords } from './corrections';
import type { Dictionary } from './dictionary';
import { withOtherProducts } from './asides';
import { completed, restOfName, variantsOf, withoutRepeats } from './complete-names';
import { withoutEndings } from './endings';
import { completeLastWord } from './last-word';
import { withNumberedParts } from './localities';
import { readWords } from './reading';
import { isStopWord } from './reading-parts';
import { longestTerm, oneLineOf, type TypedWord, typedWords } from './typed-words';
import { Meaning } from './meaning';
import type { Understood } from './understood';

/** As much of a long text as is read: whole words. */
function beginningOf(line: string): string {
  if (line.length <= longestTerm) return line;
  const end = line.lastIndexOf(' ', longestTerm);
  return line.slice(0, end > 0 ? end : longestTerm);
}

/** Words without a meaning: those joined in the query are one. */
function remainingWords(
  words: readonly TypedWord[],
  isTaken: readonly boolean[],
  dictionary: Dictionary,
  isAnythingUnderstood: boolean,
): { texts: string[]; places: number[] } {
  const left = words.flatMap((word, at) => (isTaken[at] && !word.isQuoted ? [] : [{ word, at }]));
  const meaningful = left.filter(({ word }) => !isStopWord(dictionary, word));
  // Where there is nothing else, even a word such as "under" is looked for.
  const remaining =
    isAnythingUnderstood || meaningful.length > 0
      ? meaningful
      : left.filter(({ word }) => /[\p{L}\p{N}]/u.test(word.text));
  const texts: string[] = [];
  for (const [place, { word, at }] of remaining.entries()) {
    const isContinued = word.isJoined && remaining[place - 1]?.at === at - 1;
    if (isContinued) texts[texts.length - 1] += word.text;
    else texts.push(word.text);
  }
  return { texts, places: remaining.map(({ at }) => at) };
}

/**
 * Interprets a search query: names in any order and script, joined or split, with typing errors; prices, years and
 * engine sizes; kinds, fuels, conditions and places. Words without a meaning remain in `words`.
 *
 * @param year the current year, for ages and model years
 */
export function understand(
  dictionary: Dictionary,
  typed: string,
  { year, stock = noStock }: { year: number; stock?: StockWords },
): Understood {
  const line = oneLineOf(typed.replace(/[\p{Cc}\p{Cs}]/gu, ' '));
  const text = beginningOf(line);
  const isTyping = text === line && !/\s$/u.test(typed);
  let words = withNumberedParts(withOtherProducts(typedWords(text), dictionary), dictionary);
  words = withoutEndings(words, dictionary);
  let reading = readWords(words, dictionary, year);
  const mending = mended(words, reading, dictionary, stock, isTyping);
  if (mending.isMended) {
    words = mending.words;
    reading = readWords(words, dictionary, year);
  }
  if (isTyping) completeLastWord(words, reading, dictionary, stock.has);
  const { isTaken } = reading;
  const meaning = new Meaning(text, words, dictionary);
  const { names: found, overruled } = withoutRepeats(reading.names, words);
  const names = found.flatMap((one) => {
    const spans = reading.names.filter(
      ({ name }) =>
        name.brand === one.name.brand &&
        (name.family === null || name.family === one.name.family || found.length === 1),
    );
    const more = completed(words, reading, dictionary, one.name, spans);
    const name = more?.name ?? one.name;
    const used = [...(more?.used ?? []), ...restOfName(words, isTaken, name, more?.used ?? [])];
    for (const at of used) isTaken[at] = true;
    const further = spans.flatMap((span) => span.further ?? []);
    const furtherNames = further.flatMap((some) => some.names);
    meaning.addName(name, furtherNames, [
      ...(spans.length > 0 ? spans : [one]),
      ...further.flatMap((some) => some.spans),
      ...used.map((at) => ({ from: at, to: at + 1 })),
    ]);
    return [name, ...furtherNames];
  });
  for (const name of names) {
    for (const at of variantsOf(words, isTaken, dictionary, name)) {
      isTaken[at] = true;
      meaning.addUnfiltered({ from: at, to: at + 1 });
    }
  }
  // "activa on road price in pune" asks what it costs there, not for one that is there.
  const asksOnRoad =
    names.length > 0 &&
    reading.entries.some(({ entry }) => entry.type === 'word' && entry.means.action === 'on-road-price');
  for (const one of reading.entries) {
    const isPlace = one.entry.type === 'city' || one.entry.type === 'state';
    if (!(asksOnRoad && isPlace)) meaning.addEntry(one);
  }
  for (const one of reading.negated) meaning.addNegated(one);
  for (const span of [...reading.instalments, ...reading.localities]) meaning.addUnfiltered(span, false);
  for (const amount of reading.amounts) meaning.addAmount(amount);
  if (reading.plate) meaning.addPlate(reading.plate);
  meaning.finish();
  const { limits, hasHints, suitable, sort, action, chips } = meaning;
  // Nothing else to go by: they are looked for in the sellers' own words.
  const isOnlyUnfiltered = chips.length === 0 && !hasHints;
  const unfiltered = isOnlyUnfiltered ? [] : meaning.unfiltered;
  if (isOnlyUnfiltered) for (const { from, to } of meaning.unfiltered) isTaken.fill(false, from, to);
  const rest = remainingWords(
    words,
    isTaken,
    dictionary,
    !isOnlyUnfiltered || reading.entries.length > meaning.unfiltered.length,
  );
  // Signs alone are found nowhere.
  if (isOnlyUnfiltered && text !== '' && words.length === 0) rest.texts.push(text);
  if (rest.texts.length > 0) meaning.addWords(rest.texts, rest.places);
  return {
    text,
    names,
    without: meaning.without,
    limits,
    sort,
    action,
    suitable,
    unfiltered: unfiltered.map((one) => one.text),
    variants: unfiltered.filter(({ isWanted }) => isWanted).map((one) => one.text),
    words: rest.texts,
    isLastPartial: isTyping && rest.places.at(-1) === words.length - 1 && words.at(-1)?.isQuoted === false,
    corrected: correctedText(text, words, reading, mending.corrections, overruled, found),
    chips,
  };
}
