import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';

/** What has a page of its own, and changes. */
export const sitemapKinds = ['vehicles', 'listings'] as const;
type SitemapKind = (typeof sitemapKinds)[number];

/** One page, and when what it shows was last changed. */
type SitemapEntry = { id: string; updatedAt: string };

/** Addresses in one part at most: it fits in memory many times over, and far below what search engines take. */
const addressesInAPart = 5_000;

/** Samples and what is sold stay to be seen, but nobody should be sent there. */
const shown: Readonly<Record<SitemapKind, string>> = {
  vehicles: 'hidden_at IS NULL',
  listings: "hidden_at IS NULL AND is_sample = 0 AND availability = 'available'",
};

const reads = statementsOf((sqlite) => {
  const of = (table: SitemapKind) => ({
    last: sqlite.prepare<[], number | null>(`SELECT max(seq) FROM ${table}`).pluck(),
    // One look at each part: it stops at the first address that is shown.
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

/** The rows of a part by their numbers: parts keep their rows while others come and go. */
const rangeOf = (part: number): [after: number, last: number] => [
  (part - 1) * addressesInAPart,
  part * addressesInAPart,
];

/** The parts that hold anything, from 1. */
export function sitemapParts(db: Database, kind: SitemapKind): number[] {
  const { last, hasAny } = reads(db)[kind];
  const parts = Math.ceil((last.get() ?? 0) / addressesInAPart);
  return Array.from({ length: parts }, (_, index) => index + 1).filter((part) => hasAny.get(...rangeOf(part)) === 1);
}

/** What a part holds, the oldest first; nothing for a part that is none. */
export function sitemapEntries(db: Database, kind: SitemapKind, part: number): SitemapEntry[] {
  return reads(db)[kind].entries.all(...rangeOf(part));
}
