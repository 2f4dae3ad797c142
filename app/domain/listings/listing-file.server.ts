import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { formatCsv, formatCsvLine } from '../shared/csv';

const columns = {
  id: { label: 'Id', column: listings.id },
  kind: { label: 'Kind', column: listings.kind },
  name: { label: 'Name', column: listings.name },
  brand: { label: 'Brand', column: listings.brand },
  model: { label: 'Model', column: listings.model },
  year: { label: 'Year', column: listings.year },
  type: { label: 'Type', column: listings.type },
  condition: { label: 'Condition', column: listings.condition },
  presentPrice: { label: 'Present price', column: listings.presentPrice },
  pastPrice: { label: 'Past price', column: listings.pastPrice },
  kilometresDriven: { label: 'Kilometres driven', column: listings.kilometresDriven },
  ownerNumber: { label: 'Owner', column: listings.ownerNumber },
  insuranceUntil: { label: 'Insurance until', column: listings.insuranceUntil },
  city: { label: 'City', column: listings.city },
  state: { label: 'State', column: listings.state },
  viewCount: { label: 'Views', column: listings.viewCount },
  createdAt: { label: 'Listed', column: listings.createdAt },
  confirmedAt: { label: 'Confirmed', column: listings.confirmedAt },
  soldAt: { label: 'Sold', column: listings.soldAt },
  hiddenAt: { label: 'Hidden', column: listings.hiddenAt },
  hiddenReason: { label: 'Reason', column: listings.hiddenReason },
} as const;

const rowsAtOnce = 100;

const pages = memoizePrepared((db) =>
  db
    .select({
      seq: listings.seq,
      cells: sql<string>`json_array(${sql.join(
        Object.values(columns).map(({ column }) => column),
        sql`, `,
      )})`,
    })
    .from(listings)
    .where(and(gt(listings.seq, sql.placeholder('after')), eq(listings.isSample, false)))
    .orderBy(asc(listings.seq))
    .limit(rowsAtOnce)
    .prepare(),
);

const readCells = (json: string): string[] => {
  const cells: unknown = JSON.parse(json);
  return Array.isArray(cells) ? cells.map((cell) => (cell === null ? '' : String(cell))) : [];
};

/**
 * What riders published, without samples, number plates and anything of their sellers, read a hundred rows at a time as
 * the client takes them.
 */
export function createListingFile(db: Database): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start: (controller) =>
      controller.enqueue(encoder.encode(formatCsv([Object.values(columns).map(({ label }) => label)]))),
    pull(controller) {
      const rows = pages(db).all({ after });
      const last = rows.at(-1);
      if (!last) return controller.close();
      after = last.seq;
      controller.enqueue(encoder.encode(rows.map(({ cells }) => formatCsvLine(readCells(cells))).join('')));
    },
  });
}
