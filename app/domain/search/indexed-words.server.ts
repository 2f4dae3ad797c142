/** Remembers which words occur in the full-text indexes, so that a search looks up only these. */

import { LRUCache } from 'lru-cache';
import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { readContentRevision } from '../shared/content-revision.server';
import { splitFtsTokens } from './fts-query';
import type { FtsTable } from './search-query';

type KnownPhrase = {
  /** A word of the phrase that is in no document; null if all of its words are in some. */
  missing: string | null;
  /** Content revision at which the word was missing. A later write may have added it. */
  revision: number;
};

/** Maximum number of remembered phrases of an index; all names together have about as many spellings. */
const maxPhrases = 5_000;

const createIndex = (db: Database, documents: FtsTable) => ({
  // Raw: a full-text index.
  anyMatch: db.$client.prepare<[string], 1>(`SELECT 1 FROM ${documents} WHERE ${documents} MATCH ? LIMIT 1`),
  phrases: new LRUCache<string, KnownPhrase>({ max: maxPhrases }),
});

const indexes = memoizePrepared((db) => ({
  vehicle_documents: createIndex(db, 'vehicle_documents'),
  bike_documents: createIndex(db, 'bike_documents'),
  scooter_documents: createIndex(db, 'scooter_documents'),
}));

/** A phrase, which may be empty, and the operator after it if it is a prefix. */
const phrasePattern = /"([^"]*)"(\*?)/g;
/** An expression that matches no document. */
const emptyPhrase = '""';

/**
 * Empties the phrases of a full-text query that match no document, because one of their words is in none. A name has up
 * to a hundred spellings, of which sellers use a few, and looking one up takes as long as reading three rows. Prefixes
 * stay as they are.
 */
export function removeAbsentPhrases(db: Database, documents: FtsTable, fts: string): string {
  const { anyMatch, phrases } = indexes(db)[documents];
  const revision = readContentRevision(db);
  const isAnyIndexed = (words: readonly string[]): boolean =>
    anyMatch.get(words.map((word) => `"${word}"`).join(' OR ')) !== undefined;
  const isOutdated = (known: KnownPhrase): boolean => known.missing !== null && known.revision !== revision;
  const check = (phrase: string): KnownPhrase => {
    const missing = splitFtsTokens(phrase).find((word) => !isAnyIndexed([word])) ?? null;
    const known = { missing, revision };
    phrases.set(phrase, known);
    return known;
  };
  const outdated: KnownPhrase[] = [];
  for (const [, phrase = ''] of fts.matchAll(phrasePattern)) {
    const known = phrases.get(phrase);
    if (known && isOutdated(known)) outdated.push(known);
  }
  // After a write, almost always all missing words are still missing: one query shows that.
  const missing = new Set(outdated.flatMap((known) => known.missing ?? []));
  if (missing.size > 0 && !isAnyIndexed([...missing])) for (const known of outdated) known.revision = revision;
  return fts.replace(phrasePattern, (quoted: string, phrase: string, prefixOperator: string) => {
    if (prefixOperator) return quoted;
    const known = phrases.get(phrase);
    const current = known && !isOutdated(known) ? known : check(phrase);
    return current.missing === null ? quoted : emptyPhrase;
  });
}
