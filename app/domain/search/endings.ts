import { type Dictionary, isFunctionWord, soundingLike } from './dictionary';
import { isIndic, type TypedWord } from './typed-words';

/** Letters of the shortest word that has an ending. */
const shortestStem = 2;

const isKnown = (dictionary: Dictionary, word: string): boolean =>
  dictionary.phrases.has(word) || isFunctionWord(dictionary, word);

/**
 * Takes the ending of a noun in an Indian script as a word of its own, where the word is known without it alone:
 * "சென்னையில்" is "in Chennai", and "லட்சத்துக்குள்" is "within a lakh".
 */
export function withoutEndings(words: readonly TypedWord[], dictionary: Dictionary): TypedWord[] {
  return words.flatMap((word): TypedWord[] => {
    const { text, end } = word;
    if (word.isQuoted || !isIndic(text) || isKnown(dictionary, text)) return [word];
    const ending = dictionary.endings.find((one) => {
      const stem = text.slice(0, -one.length);
      if (stem.length < shortestStem || !text.endsWith(one)) return false;
      return isKnown(dictionary, stem) || soundingLike(dictionary, stem, true) !== undefined;
    });
    if (ending === undefined) return [word];
    // Folding may have changed the length of the word; the ending is placed from its end.
    const from = Math.max(word.start + 1, end - ending.length);
    return [
      { ...word, text: text.slice(0, -ending.length), end: from },
      { ...word, text: ending, start: from, isJoined: true },
    ];
  });
}
