/** Truncates `text` to a number of characters, with an ellipsis in place of the rest. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Edit distance: insertions, deletions, replacements and swaps of neighbouring characters. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** Names are compared without case and separators: `max_price` equals `maxPrice`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Finds the known name that a misspelt one most probably stands for: at most two edits away, and no more than half of
 * its length.
 *
 * @param name at most about forty characters: the work grows with its length
 * @returns null if none is close enough
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = plain(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate)) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.min(2, wanted.length / 2) ? nearest.candidate : null;
}
