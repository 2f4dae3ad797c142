import { expect, it, vi } from 'vitest';
import { ownData } from '~/domain/own-data/own-data.server';
import { findDeskPage } from '~/domain/desk/desk.queries.server';
import { findFeedbackPage } from '~/domain/feedback/feedback.queries.server';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

/** The query plans of a table among the queries of some reads. */
function plansOf(db: Database, table: string, read: () => void): string[] {
  const prepare = vi.spyOn(db.$client, 'prepare');
  read();
  const texts = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((text) => new RegExp(`from "?${table}\\b`, 'i').test(text));
  prepare.mockRestore();
  return texts.flatMap((text) => {
    const explain = db.$client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
    const named = text.includes('@limit') ? [{ limit: 1, offset: 0 }] : [];
    const places = [...text.matchAll(/\?/g)].map(() => '1');
    return explain.all(...places, ...named).map(({ detail }) => detail);
  });
}

it.each([
  ['service_requests', (db: Database) => findServiceRequests(db, { page: 1, limit: 10 })],
  ['service_requests', (db: Database) => findDeskPage(db, 'service', { status: 'all' }, 1)],
  ['feedback', (db: Database) => findFeedbackPage(db, { page: 1, limit: 10 })],
  ['feedback', (db: Database) => findDeskPage(db, 'feedback', { status: 'all' }, 1)],
])('a page of all %s is read in index order, without sorting', (table, read) => {
  const db = freshDatabase();
  const plans = plansOf(db, table, () => read(db));
  expect(plans.join('\n')).toContain(`_newest`);
  expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});

it("a user's reports are found by an index on the user", () => {
  const db = freshDatabase();
  const { id } = storeUser(db, 'Asha').user;
  const plans = plansOf(db, 'reports', () => ownData(db, id));
  expect(plans).toEqual([expect.stringContaining('SEARCH reports USING INDEX reports_reporter')]);
});
