/** Parses number plates, as far as their registration office. */

import type { Dictionary } from './dictionary';
import type { Entities } from './parsed-query';
import { createPhraseKey, type Token } from '../names/tokenizer';

/**
 * Parses a number plate, as far as the registration office: `MH 12`, `mh12ab1234`, `DL 3S`. An office is the code of a
 * state and one or two digits.
 */
function parseOffice(tokens: readonly Token[], dictionary: Dictionary): Entities['plate'] {
  const isPlateWord = (index: number): boolean => dictionary.plateWords.has(tokens[index]?.text ?? '');
  for (const [index, letters] of tokens.entries()) {
    const digits = tokens[index + 1];
    if (letters.isQuoted || !digits?.isNumber || !/^\d{1,2}$/.test(digits.text) || !/^[a-z]{2}$/.test(letters.text))
      continue;
    const stateCode = letters.text.toUpperCase();
    const isState = dictionary.stateByCode.has(stateCode);
    const code = `${stateCode} ${digits.text.padStart(2, '0')}`;
    const cities = dictionary.citiesByOffice.get(createPhraseKey(code)) ?? [];
    const isOffice = digits.text.length === 2 || digits.isJoined || stateCode === 'DL' || cities.length > 0;
    if (!isState || !isOffice || dictionary.phrases.has(letters.text + digits.text)) continue;
    const next = tokens[index + 2];
    if (next && (dictionary.numbers.multipliers.has(next.text) || dictionary.numbers.units.has(next.text))) continue;
    let from = index;
    // "number plate HR 26"
    while (isPlateWord(from - 1)) from -= 1;
    let to = index + 2;
    const isSeries = next && !next.isNumber && /^[a-z]{1,3}$/.test(next.text);
    const isLast = tokens[index + 3] === undefined && !dictionary.phrases.has(next?.text ?? '');
    if (isSeries && (next.isJoined || isLast || tokens[index + 3]?.isNumber)) {
      to += 1;
      if (/^\d{1,4}$/.test(tokens[index + 3]?.text ?? '')) to += 1;
    }
    // "mh12 786"; "mh 12 2019" has a model year.
    else if (/^\d{1,3}$/.test(next?.text ?? '') && !next?.isJoined && tokens[index + 3] === undefined) to += 1;
    while (isPlateWord(to)) to += 1;
    return { from, to, code, cities };
  }
  return null;
}

/** First year of the Bharat (BH) series, whose plates begin with the year. */
const firstBharatYear = 21;

/** Parses a plate of the Bharat series, as far as its year: `22 BH series`, `22BH1234AA`. */
function parseBharatPlate(
  tokens: readonly Token[],
  { plateWords }: Dictionary,
  currentYear: number,
): Entities['plate'] {
  const isPlateWord = (index: number): boolean => plateWords.has(tokens[index]?.text ?? '');
  for (const [index, { text, isNumber }] of tokens.entries()) {
    const isYear = /^\d{2}$/.test(text) && Number(text) >= firstBharatYear && Number(text) <= currentYear % 100;
    if (!isNumber || !isYear || tokens[index + 1]?.text !== 'bh') continue;
    let from = index;
    while (isPlateWord(from - 1)) from -= 1;
    let to = index + 2;
    if (tokens[to]?.isNumber) to += tokens[to + 1]?.isJoined ? 2 : 1;
    while (isPlateWord(to) || tokens[to]?.text === 'series') to += 1;
    return { from, to, code: `${text} BH`, cities: [] };
  }
  return null;
}

/** Parses a number plate. @param currentYear the last year of the Bharat series */
export const parsePlate = (tokens: readonly Token[], dictionary: Dictionary, currentYear: number): Entities['plate'] =>
  parseOffice(tokens, dictionary) ?? parseBharatPlate(tokens, dictionary, currentYear);
