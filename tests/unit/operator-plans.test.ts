import { expect, it, vi } from 'vitest';
import { exportOwnData } from '~/domain/own-data/own-data.server';
import { countWaitingRequests, findOldestWaiting, findRequests } from '~/domain/desk/request.queries.server';
import { findFeedbackPage } from '~/domain/feedback/feedback.server';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

/** The query plans of a table among the queries of some reads. */
function getPlans(db: Database, table: string, read: () => void): string[] {
  const prepare = vi.spyOn(db.$client, 'prepare');
  read();
  const texts = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((text) => new RegExp(`(?:from|join) "?${table}\\b`, 'i').test(text));
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
  ['feedback', (db: Database) => findFeedbackPage(db, { page: 1, limit: 10 })],
  ['desk_requests', (db: Database) => findRequests(db, { status: 'all' }, { page: 1 })],
])('a page of all %s is read in index order, without sorting', (table, read) => {
  const db = freshDatabase();
  const plans = getPlans(db, table, () => read(db));
  expect(plans.join('\n')).toContain(`_newest`);
  expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});

it("a user's reports are found by an index on the user", () => {
  const db = freshDatabase();
  const { id } = storeUser(db, 'Asha').user;
  const plans = getPlans(db, 'reports', () => exportOwnData(db, id));
  expect(plans).toEqual([expect.stringContaining('SEARCH reports USING INDEX reports_reporter')]);
});

/** Lists of the desk that are read in the order of an index. */
const lists: [name: string, read: (db: Database) => void][] = [
  ['what waits', (db) => findRequests(db, { status: 'waiting' }, { page: 1 })],
  ['what waits of one kind', (db) => findRequests(db, { kind: 'service', status: 'waiting' }, { page: 1 })],
  ['all of one kind', (db) => findRequests(db, { kind: 'message', status: 'all' }, { page: 1 })],
  ['one status of one kind', (db) => findRequests(db, { kind: 'feedback', status: 'open' }, { page: 1 })],
  ['what an operator takes care of', (db) => findRequests(db, { assignee: 'user-opal', status: 'all' }, { page: 1 })],
  ['what waits longest', findOldestWaiting],
];

it.each(lists)('%s is read from an index of the desk, without sorting', (_name, read) => {
  const db = freshDatabase();
  const plans = getPlans(db, 'desk_requests', () => read(db));
  expect(plans.join('\n')).toMatch(/USING (?:COVERING )?INDEX desk_requests_/);
  expect(plans.filter((detail) => /TEMP B-TREE|SCAN desk_requests$/.test(detail))).toEqual([]);
});

it('a search reads the index of texts, and sorts at most what it finds', () => {
  const db = freshDatabase();
  const plans = getPlans(db, 'desk_requests', () => findRequests(db, { status: 'all', q: 'asha' }, { page: 1 }));
  expect(plans.join('\n')).toMatch(/VIRTUAL TABLE INDEX/);
  expect(plans.filter((detail) => detail.startsWith('SCAN desk_requests'))).toEqual([]);
});

it('the counts of what waits are read from an index', () => {
  const db = freshDatabase();
  const plans = getPlans(db, 'desk_requests', () => countWaitingRequests(db));
  expect(plans.join('\n')).toContain('USING COVERING INDEX desk_requests_kind_waiting');
});
