/** Most letters of a long text where it stands among others. */
const excerptLetters = 200;

/**
 * The beginning of a long text, cut between two words.
 *
 * @returns the text itself, as it is, when it is hardly longer
 */
export function excerptOf(text: string): { text: string; isCut: boolean } {
  const letters = [...text];
  if (letters.length <= excerptLetters * 1.25) return { text, isCut: false };
  const start = letters.slice(0, excerptLetters).join('');
  const lastSpace = start.search(/\s\S*$/);
  return { text: `${lastSpace > 0 ? start.slice(0, lastSpace) : start}…`, isCut: true };
}
