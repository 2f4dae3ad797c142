import type { BodyStyle } from '~db/enums';
import type { NamedVehicle } from './dictionary';
import type { Understood } from './understood';

/** What offers are ranked by. */
export type RankedRow = {
  name: string;
  brand: string;
  /** Whether the search matches it only outside its name and place. */
  isElsewhere: boolean;
  /** Whether it can't be bought now: sold, or not launched. */
  isUnavailable: 0 | 1;
  /** Whether its seller has not said for long that it is still for sale. */
  isBehind: 0 | 1;
  /** Whether it is a model of the catalogue on sale, which goes before single offers of it. */
  isModel: 0 | 1;
  bodyStyle: BodyStyle;
};

/** Words and figures of a name, each by itself. */
const splitName = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** Most names whose words are kept: one search ranks up to 1,500 names, and the next one many of the same. */
const mostNames = 5_000;
const wordsOfNames = new Map<string, readonly string[]>();

function nameWords(name: string): readonly string[] {
  const known = wordsOfNames.get(name);
  if (known) return known;
  if (wordsOfNames.size >= mostNames) wordsOfNames.clear();
  const words = splitName(name);
  wordsOfNames.set(name, words);
  return words;
}

/** Words of a name beside its brand and what was searched for: the fewer, the nearer it is. */
function furtherWords({ name, brand }: RankedRow, sought: ReadonlySet<string>): number {
  const ofBrand = nameWords(brand);
  let further = 0;
  for (const word of nameWords(name)) if (!ofBrand.includes(word) && !sought.has(word)) further += 1;
  return further;
}

const ownName = ({ family, model }: NamedVehicle): string | null => model ?? family;

/**
 * Best match first: offers that say it in their name, those that can be bought now, those known to be still for sale,
 * those of a shape that suits what they are wanted for, those whose name says least besides, the catalogue, the newest.
 */
export function sortByRelevance<Row extends RankedRow>(
  rows: readonly Row[],
  understood: Understood | null,
  newestFirst: (one: Row, other: Row) => number,
): Row[] {
  const { names = [], words = [], variants = [], suitable = [] } = understood ?? {};
  const isOfModel = words.length > 0 || names.some((name) => ownName(name) !== null);
  const sought = new Set([
    ...names.flatMap((name) => nameWords(ownName(name) ?? '')),
    ...words,
    ...variants.flatMap(splitName),
  ]);
  return rows
    .map((row) => ({ row, further: isOfModel ? furtherWords(row, sought) : 0 }))
    .sort(
      (one, other) =>
        Number(one.row.isElsewhere) - Number(other.row.isElsewhere) ||
        one.row.isUnavailable - other.row.isUnavailable ||
        one.row.isBehind - other.row.isBehind ||
        Number(suitable.includes(other.row.bodyStyle)) - Number(suitable.includes(one.row.bodyStyle)) ||
        one.further - other.further ||
        (isOfModel ? other.row.isModel - one.row.isModel : 0) ||
        newestFirst(one.row, other.row),
    )
    .map(({ row }) => row);
}
