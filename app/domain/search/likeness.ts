import type { Correctable } from './dictionary';
import { append } from './phrases';

const longestSound = /(?:ph|gh|kh|th|dh|bh|sh|ck|ee|oo|aa|[a-z])/g;
const soundOfLetters: Readonly<Record<string, string>> = {
  ph: 'f',
  gh: 'g',
  kh: 'k',
  th: 't',
  dh: 'd',
  bh: 'b',
  sh: 's',
  ck: 'k',
  ee: 'i',
  oo: 'u',
  aa: 'a',
  y: 'i',
  w: 'v',
  q: 'k',
  z: 's',
};

/** How a word in Latin letters sounds where names are spelt by ear: "axess" as Access, "ristha" as Rizta. */
const latinSoundsOf = (word: string): string =>
  word
    .replace(/x/g, 'ks')
    .replace(/c(?=c[eiy])/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c(?!k)/g, 'k')
    .replace(longestSound, (letters) => soundOfLetters[letters] ?? letters)
    .replace(/([a-z])\1+/g, '$1');

/** Its letters in the order of the alphabet, after the first: "yahama" has those of Yamaha. */
const lettersInOrder = (word: string): string => word.slice(0, 1) + [...word.slice(1)].sort().join('');

const consonantsOf = (word: string): string => `#${word.replace(/[aeiou]/g, '')}`;

/**
 * Keys that two words share which sound alike, or of which one has the letters of the other in another order, or its
 * consonants alone: "splndr".
 */
export const likenessKeys = (word: string): readonly string[] => [
  `~${latinSoundsOf(word)}`,
  lettersInOrder(word),
  ...(/[aeiou]/.test(word) ? [] : [consonantsOf(word)]),
];

/** Shorter words are like too many others. */
export const shortestAlike = 5;

/** Words that typing errors are corrected to, by the keys of their likeness. */
export function byLikeness(
  byLength: ReadonlyMap<number, readonly Correctable[]>,
): ReadonlyMap<string, readonly Correctable[]> {
  const byKey = new Map<string, Correctable[]>();
  for (const one of [...byLength.values()].flat()) {
    if (one.word.length < shortestAlike) continue;
    for (const key of [...likenessKeys(one.word), consonantsOf(one.word)]) append(byKey, key, one);
  }
  return byKey;
}
