import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { formatHeader, formatRow } from '../import/columns';
import { formatCsv, formatCsvLine } from '../shared/csv';
import { listingColumns } from './listing-columns';

/** What a file says beside the fields, and an import leaves out. */
const facts = {
  kind: 'Kind',
  viewCount: 'Views',
  createdAt: 'Listed',
  confirmedAt: 'Confirmed',
  soldAt: 'Sold',
  hiddenAt: 'Hidden',
  hiddenReason: 'Reason',
} as const;
const factNames = Object.keys(facts).filter((name): name is keyof typeof facts => Object.hasOwn(facts, name));

const rowsAtOnce = 100;

const pages = memoizePrepared((db) =>
  db
    .select()
    .from(listings)
    .where(and(gt(listings.seq, sql.placeholder('after')), eq(listings.isSample, false)))
    .orderBy(asc(listings.seq))
    .limit(rowsAtOnce)
    .prepare(),
);

const formatListing = (row: typeof listings.$inferSelect): string[] => [
  ...formatRow(row, listingColumns),
  ...factNames.map((name) => String(row[name] ?? '')),
];

/**
 * What riders published, without samples, number plates and anything of their sellers, read a hundred rows at a time as
 * the client takes them. Imported again, it changes nothing.
 */
export function createListingFile(db: Database): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start: (controller) =>
      controller.enqueue(encoder.encode(formatCsv([[...formatHeader(listingColumns), ...Object.values(facts)]]))),
    pull(controller) {
      const rows = pages(db).all({ after });
      const last = rows.at(-1);
      if (!last) return controller.close();
      after = last.seq;
      controller.enqueue(encoder.encode(rows.map((row) => formatCsvLine(formatListing(row))).join('')));
    },
  });
}
