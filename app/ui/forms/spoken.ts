import type { Choice } from './choice-field';

/** A stored word as people read it: `in-progress` is 'In progress'. */
export const spoken = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/** Options whose values are stored words. */
export const spokenChoices = (words: readonly string[]): Choice[] =>
  words.map((word) => ({ value: word, label: spoken(word) }));
