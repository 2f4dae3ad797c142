import { and, eq, gt, isNull, lte, max, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';

export const sitemapKinds = ['vehicles', 'listings'] as const;
type SitemapKind = (typeof sitemapKinds)[number];

type SitemapEntry = { id: string; updatedAt: string };

/** Maximum number of URLs per part: small in memory, and far below the limit of search engines. */
const urlsPerPart = 5_000;

/** Samples and sold listings stay visible, but are not listed for search engines. */
const isListed = and(isNull(listings.hiddenAt), eq(listings.isSample, false), eq(listings.availability, 'available'));

const reads = memoizePrepared((db) => {
  const of = (table: typeof vehicles | typeof listings, isShown: SQL | undefined) => {
    const isIncluded = and(gt(table.seq, sql.placeholder('after')), lte(table.seq, sql.placeholder('last')), isShown);
    const entries = () =>
      db
        .select({ id: table.id, updatedAt: table.updatedAt })
        .from(table)
        .where(isIncluded)
        .orderBy(table.seq)
        .$dynamic();
    return {
      last: db
        .select({ seq: max(table.seq) })
        .from(table)
        .prepare(),
      // One probe per part, which stops at the first included row.
      first: entries().limit(1).prepare(),
      entries: entries().prepare(),
    };
  };
  return {
    vehicles: of(vehicles, and(isNull(vehicles.hiddenAt), isNull(vehicles.soldAt))),
    listings: of(listings, isListed),
  };
});

/** Range of row numbers of a part: fixed, so that rows stay in their part while others are added and deleted. */
const getRange = (part: number) => ({ after: (part - 1) * urlsPerPart, last: part * urlsPerPart });

export function findSitemapParts(db: Database, kind: SitemapKind): number[] {
  const { last, first } = reads(db)[kind];
  const parts = Math.ceil((last.get()?.seq ?? 0) / urlsPerPart);
  return Array.from({ length: parts }, (_, index) => index + 1).filter(
    (part) => first.get(getRange(part)) !== undefined,
  );
}

export function findSitemapEntries(db: Database, kind: SitemapKind, part: number): SitemapEntry[] {
  return reads(db)[kind].entries.all(getRange(part));
}
