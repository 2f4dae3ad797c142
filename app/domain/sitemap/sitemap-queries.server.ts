import type { Database } from '~db/connection';
import { statementsOf } from '../shared/memoize.server';

/** Content with pages of its own that changes. */
export const sitemapKinds = ['vehicles', 'listings'] as const;
type SitemapKind = (typeof sitemapKinds)[number];

/** A page and the timestamp of its content's last change. */
type SitemapEntry = { id: string; updatedAt: string };

/** Maximum number of URLs per part: small in memory, and far below the limit of search engines. */
const addressesInAPart = 5_000;

/**
 * Condition for inclusion. Samples and sold listings remain visible, but search engines should not send visitors there.
 */
const shown: Readonly<Record<SitemapKind, string>> = {
  vehicles: 'hidden_at IS NULL',
  listings: "hidden_at IS NULL AND is_sample = 0 AND availability = 'available'",
};

const reads = statementsOf((sqlite) => {
  const of = (table: SitemapKind) => ({
    last: sqlite.prepare<[], number | null>(`SELECT max(seq) FROM ${table}`).pluck(),
    // One probe per part, which stops at the first included row.
    hasAny: sqlite
      .prepare<[number, number], 0 | 1>(
        `SELECT EXISTS (SELECT 1 FROM ${table} WHERE seq > ? AND seq <= ? AND ${shown[table]})`,
      )
      .pluck(),
    entries: sqlite.prepare<[number, number], SitemapEntry>(
      `SELECT id, updated_at AS updatedAt FROM ${table} WHERE seq > ? AND seq <= ? AND ${shown[table]} ORDER BY seq`,
    ),
  });
  return { vehicles: of('vehicles'), listings: of('listings') };
});

/** Range of row numbers of a part: fixed, so that rows stay in their part while others are added and deleted. */
const rangeOf = (part: number): [after: number, last: number] => [
  (part - 1) * addressesInAPart,
  part * addressesInAPart,
];

/** Numbers of the parts that are not empty, from 1. */
export function sitemapParts(db: Database, kind: SitemapKind): number[] {
  const { last, hasAny } = reads(db)[kind];
  const parts = Math.ceil((last.get() ?? 0) / addressesInAPart);
  return Array.from({ length: parts }, (_, index) => index + 1).filter((part) => hasAny.get(...rangeOf(part)) === 1);
}

/** Entries of a part, the oldest first; empty for a part that does not exist. */
export function sitemapEntries(db: Database, kind: SitemapKind, part: number): SitemapEntry[] {
  return reads(db)[kind].entries.all(...rangeOf(part));
}
