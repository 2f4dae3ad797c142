const longest = 60;

/**
 * Sanitises a file name for use in a message: no folders, control or bidirectional characters, at most 60 characters.
 * It is never used for anything else.
 *
 * @returns 'This photo' when nothing is left
 */
export function shownFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const letters = [...base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '').trim()];
  if (letters.length === 0) return 'This photo';
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('');
}
