import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDeskPage } from '~/domain/desk/desk.queries.server';
import { moderate } from '~/domain/desk/moderate.server';
import { findOpenReports, findReportSummaries, reportItem } from '~/domain/desk/reports.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-07-01T06:30:00.000Z');
let db: Database;
let operator: Actor;
let rider: Actor;
let id: string;
beforeEach(() => {
  db = freshDatabase();
  operator = storeUser(db, 'Opal', 'owner');
  rider = storeUser(db, 'Ravi');
  id = storeListing(db, { name: 'Jawa 42' }, storeUser(db, 'Sita')).listing.id;
});
afterEach(() => db.$client.close());

type Said = { reason?: string; words?: string; actor?: Actor; isSuspect?: boolean; kind?: string; of?: string };
const report = ({ actor = anonymous, kind = 'listing', of = id, ...said }: Said = {}) => {
  const input = checkInput(reportItem, { about: { kind, id: of }, reason: 'fraud', ...said }, now);
  return input.ok ? runCommand(reportItem, input.value, { db, actor, now }) : input;
};
const decide = (action: string, rest: object = {}) => {
  const input = checkInput(moderate, { subject: 'listing', id, action, reason: 'Fraud', ...rest }, now);
  return input.ok ? runCommand(moderate, input.value, { db, actor: operator, now }) : input;
};
const summary = () => findReportSummaries(db, 'listing', [id]).get(id);
const desk = (status: string) => findDeskPage(db, 'listing', { status }, 1).items.map((item) => item.title);

describe('a report', () => {
  it('is counted by its reason, the most frequent first', () => {
    for (const reason of ['sold-already', 'fraud', 'fraud']) expect(report({ reason }).ok).toBe(true);
    expect(summary()).toEqual({ count: 3, reasons: 'Fraud 2, Sold already 1', since: now.toISOString() });
    expect(findReportSummaries(db, 'review', [id]).size).toBe(0);
  });

  it.each([
    [{ reason: 'dull' }, { reason: { code: 'report_reason_required' } }],
    [{ reason: '' }, { reason: { code: 'report_reason_required' } }],
    [{ reason: 'other', words: ' \n ' }, { words: { code: 'report_text_required' } }],
    [{ words: 'x'.repeat(1001) }, { words: { code: 'too_long', values: { label: 'Text' } } }],
    [{ kind: 'review', reason: 'sold-already' }, { reason: { code: 'report_reason_required' } }],
  ])('of %o is rejected with %o', (said, errors) => {
    expect(report(said)).toMatchObject({ error: { kind: 'invalid', errors } });
    expect(summary()).toBeUndefined();
  });

  it('by the same user about the same item counts once, with its latest text, until it is settled', () => {
    report({ actor: rider, reason: 'spam' });
    report({ actor: rider, reason: 'other', words: 'It is a scooter.' });
    report({ actor: operator, reason: 'spam' });
    expect(summary()).toMatchObject({ count: 2, reasons: 'Something else 1, Spam 1' });
    expect(findOpenReports(db, 'listing', id).map(({ comment }) => comment)).toContain('It is a scooter.');
    decide('check');
    report({ actor: rider, reason: 'spam' });
    expect(summary()).toMatchObject({ count: 1 });
  });

  it('that looks like spam is stored and shown to operators, and not counted', () => {
    report({ isSuspect: true });
    expect(summary()).toBeUndefined();
    expect(desk('reported')).toEqual([]);
    expect(findOpenReports(db, 'listing', id)).toMatchObject([{ isSuspect: true }]);
  });

  it('can be about visible items only', () => {
    expect(report({ of: 'sample-bike-1' })).toMatchObject({ error: { kind: 'not-found' } });
    expect(report({ kind: 'vehicle', of: '1' })).toMatchObject({ error: { kind: 'not-found' } });
    expect(report({ kind: 'review' })).toMatchObject({ error: { kind: 'not-found' } });
    decide('hide');
    expect(report()).toMatchObject({ error: { kind: 'not-found' } });
  });

  it('lists a reviewed item again, before items that no operator has reviewed', () => {
    decide('check');
    storeListing(db, { name: 'Hero Glamour' });
    expect(desk('unchecked')).toEqual(['Hero Glamour']);
    report();
    expect(desk('unchecked')).toEqual(['Hero Glamour']);
    expect(desk('reported')).toEqual(['Jawa 42']);
    expect(db.$client.prepare('SELECT checked_at FROM listings WHERE id = ?').pluck().get(id)).toBeNull();
  });

  it('is deleted with its item', () => {
    report();
    runCommand(deleteListing, { id, kind: 'bike' }, { db, actor: operator, now });
    expect(db.$client.prepare('SELECT count(*) FROM reports').pluck().get()).toBe(0);
  });

  it('loses its name when its reporter’s account is deleted', () => {
    report({ actor: rider });
    db.$client.exec("DELETE FROM users WHERE id = 'user-ravi'");
    expect(findOpenReports(db, 'listing', id)).toMatchObject([{ from: null, reason: 'fraud' }]);
  });
});

describe('an operator’s decision', () => {
  it.each([
    ['check', 'reports dismissed'],
    ['hide', 'hidden'],
  ])('to %s settles the reports, and is logged as %s', (action, reported) => {
    report();
    report({ actor: rider });
    expect(decide(action).ok).toBe(true);
    expect(summary()).toBeUndefined();
    expect(desk('reported')).toEqual([]);
    expect(findAuditEventsOfItem(db, 'listing', id)).toMatchObject([{ action: reported, title: 'Jawa 42' }]);
  });

  it('is rejected when there are more reports than the operator has seen', () => {
    report();
    report();
    expect(decide('check', { reports: 1 })).toMatchObject({
      error: { kind: 'conflict', code: 'reported_again' },
    });
    expect(summary()?.count).toBe(2);
    expect(decide('check', { reports: 2 }).ok).toBe(true);
  });

  it('is rejected when the listing has changed since', () => {
    db.$client.prepare('UPDATE listings SET version = 4 WHERE id = ?').run(id);
    expect(decide('hide', { version: 3 })).toMatchObject({ error: { kind: 'conflict' } });
    expect(decide('hide', { version: 4 }).ok).toBe(true);
    // A repeated press counts once.
    expect(decide('hide', { version: 4 }).ok).toBe(true);
  });
});
