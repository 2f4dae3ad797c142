/**
 * Corrects words of usual phrases: "sigle owner", "second hamd". Such a word is a correction only beside the other word
 * of its phrase, because descriptions, whose words are not examined, contain any word.
 */

import { type Dictionary, findLowerBound } from './dictionary';
import { calculateEditDistance, createSoundKey } from '../names/fuzzy-match';
import type { Token } from '../names/tokenizer';

/** Minimum length of the first word of a phrase, and of the second one as it is typed and as it is correct. */
const minFirstLength = 4;
const minContinuationLength = 3;
const minCorrectLength = 4;

/** Maximum number of phrases that are examined for the continuation of a word. */
const maxPhrases = 60;

/** Corrects the second word of a phrase: "second hamd". Null if the words are no misspelt phrase. */
export function findPhraseContinuation(
  { phrases, sortedKeys }: Dictionary,
  first: Token,
  second: Token,
): string | null {
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
export function findPhraseBeginning(
  { wordsBefore }: Dictionary,
  first: Token,
  second: Token | undefined,
): string | null {
  if (!second || second.isQuoted || second.isJoined || first.text.length < minFirstLength) return null;
  return wordsBefore.get(second.text)?.find((word) => isMisspelling(first.text, word)) ?? null;
}
