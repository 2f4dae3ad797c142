/** Maximum length of an excerpt, in characters. */
const excerptLetters = 200;

/**
 * The beginning of a long text, cut between two words.
 *
 * @returns the unchanged text when it is hardly longer than an excerpt
 */
export function excerptOf(text: string): { text: string; isCut: boolean } {
  const letters = [...text];
  if (letters.length <= excerptLetters * 1.25) return { text, isCut: false };
  const start = letters.slice(0, excerptLetters).join('');
  const lastSpace = start.search(/\s\S*$/);
  return { text: `${lastSpace > 0 ? start.slice(0, lastSpace) : start}…`, isCut: true };
}
