/** Conditions on the texts of offers, and their evaluation on the columns in memory. */

import type { CodedColumn, OfferTable } from './offer-table.server';
import { type RowTest, testAll, testAny } from './row-sets';

/**
 * The texts of an offer: `name` (brand, name, model), `details` (variant, kind, fuel, condition, year, engine), `place`
 * (city, state, plate) and `story` (the seller's description).
 */
export type TextColumn = 'name' | 'details' | 'place' | 'story';
export const allColumns: readonly TextColumn[] = ['name', 'details', 'place', 'story'];

export type TextExpression =
  /** Whether any of the phrases occurs in any of the columns. */
  | { phrases: readonly string[]; columns: readonly TextColumn[]; isPrefix: boolean }
  | { all: readonly TextExpression[] }
  | { any: readonly TextExpression[] };

/** Matches any of the phrases. @param isPrefix whether the last word of each may be the beginning of a word */
export const matchPhrases = (
  phrases: readonly string[],
  columns: readonly TextColumn[],
  isPrefix = false,
): TextExpression => ({ phrases, columns, isPrefix });

export const nothing: TextExpression = { any: [] };
export const requireAll = (all: readonly TextExpression[]): TextExpression => ({ all });
export const requireAny = (any: readonly TextExpression[]): TextExpression => ({ any });

/** Finds the rows of a table whose story contains any of the phrases; null if there are none. */
export type FindStories = (table: OfferTable, phrases: readonly string[], isPrefix: boolean) => RowTest | null;

function testColumn<Value>(column: CodedColumn<Value>, phrases: readonly string[], isPrefix: boolean): RowTest | null {
  const matches = new Uint8Array(column.values.length);
  let isAny = false;
  for (const phrase of phrases) {
    for (const code of column.words.find(phrase, isPrefix)) {
      matches[code] = 1;
      isAny = true;
    }
  }
  return isAny ? column.testCodes(matches) : null;
}

const getColumns = ({ names, details, places }: OfferTable) => ({ name: names, details, place: places }) as const;

/** Creates the test of an expression for the rows of a table. */
export function compileExpression(expression: TextExpression, table: OfferTable, findStories: FindStories): RowTest {
  if ('all' in expression) return testAll(expression.all.map((part) => compileExpression(part, table, findStories)));
  if ('any' in expression) {
    return testAny(expression.any.map((part) => compileExpression(part, table, findStories)));
  }
  const { phrases, columns, isPrefix } = expression;
  const tests = columns.flatMap((column) => {
    if (phrases.length === 0) return [];
    if (column === 'story') return findStories(table, phrases, isPrefix) ?? [];
    return testColumn<unknown>(getColumns(table)[column], phrases, isPrefix) ?? [];
  });
  return testAny(tests);
}
