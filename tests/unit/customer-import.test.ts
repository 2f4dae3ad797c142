import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseLeadMails } from '~/domain/desk/notices.server';
import { matchColumns } from '~/domain/import/columns';
import { readCsv } from '~/domain/import/csv-file';
import { hasNewLeads, queueLeadMails } from '~/domain/mail/lead-mails.server';
import { customerColumns } from '~/domain/messages/customer-columns';
import { planCustomerImport, planCustomerUndo } from '~/domain/messages/customer-import.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { forgetPerson } from '~/domain/people/forget-person.server';
import { findPeople } from '~/domain/people/person.server';
import { runCommand } from '~/domain/shared/run-command.server';
import { applyImport, findImport, runImport, startImport, undoImport } from '~/domain/stock/imports.server';
import type { Database } from '~db/connection';
import { imports } from '~db/schema/stock';
import { mails } from '~db/schema/site';
import { contactMessages } from '~db/schema/requests';
import { auditEvents } from '~db/schema/desk';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';
import { findStoredTexts } from '../support/stored-texts';

const now = new Date('2026-11-28T06:30:00.000Z');

const list = [
  'Lead no;Customer;Mobile no;E-mail;Interested in;Enquiry;Date;Type;Stage',
  '7;Ramesh Pawar;98220 41001 / 020 2612 3456;;Activa 6G;Wants a test ride;31/12/2024;Test ride;closed',
  '8;Sunita Joshi;;sunita@example.com;;;2 Feb 2025;enquiry;open',
  '9;Asif Khan;9822041003;asif@example.com;Shine;Price?;;;',
].join('\r\n');

function plan(db: Database, content: string) {
  const result = readCsv(Buffer.from(content));
  if ('problem' in result) throw new Error(result.problem.code);
  const { file } = result;
  return planCustomerImport(db, { file, mapping: matchColumns(file.header, customerColumns), now });
}

function createSite() {
  const db = freshDatabase();
  const actor = storeUser(db, 'Opal', 'owner');
  const context = { db, actor, now };
  const run = (content: string): string => {
    const bytes = Buffer.from(content);
    const file = { kind: 'customers', fileName: 'old.csv', content: gzipSync(bytes), bytes: bytes.length } as const;
    const started = runCommand(startImport, file, context);
    if (!started.ok) throw new Error(started.error.code);
    const { id } = started.value;
    runImport(db, id, () => now);
    return id;
  };
  const apply = (id: string) => {
    expect(runCommand(applyImport, { id }, context).ok).toBe(true);
    runImport(db, id, () => now);
    return findImport(db, id);
  };
  return { db, actor, context, run, apply };
}

const readMessages = (db: Database) => db.select().from(contactMessages).orderBy(contactMessages.name).all();

describe('importing customers', () => {
  it('adds messages that are handled or open, once, by phone or email, with nothing left out', () => {
    const { db, run, apply } = createSite();
    expect(apply(run(list))).toMatchObject({ state: 'applied', report: { counts: { added: 3, refused: 0 } } });
    expect(readMessages(db)).toMatchObject([
      { name: 'Asif Khan', phone: '+91 98220 41003', status: 'resolved', createdAt: now.toISOString() },
      {
        ...{ name: 'Ramesh Pawar', phone: '+91 98220 41001', email: '', status: 'resolved', category: 'sales' },
        message: 'Wants a test ride\n\nPhone: 98220 41001 / 020 2612 3456',
        createdAt: '2024-12-31T06:30:00.000Z',
      },
      { name: 'Sunita Joshi', phone: null, email: 'sunita@example.com', status: 'new', category: 'sales' },
    ]);
    expect(plan(db, list).report.counts).toEqual({ added: 0, changed: 0, unchanged: 3, refused: 0 });
    const waiting = db.$client.prepare('SELECT name FROM desk_requests WHERE waiting_since IS NOT NULL').pluck().all();
    expect(waiting).toEqual(['Sunita Joshi']);
    expect(db.select().from(auditEvents).all()).toMatchObject([
      { title: 'Customers', action: 'imported: 3 added, 0 changed', operatorName: 'Opal' },
    ]);
  });

  it('refuses lines with their line, column and sentence', () => {
    const { problems } = plan(
      freshDatabase(),
      [
        'Id,Name,Phone,Email,Written,Status',
        ',Ramesh,,,,',
        ',R,98220 41001,,,',
        ',Ramesh,12ab,none,31/12/2031,lately',
        `${randomUUID()},Ramesh,98220 41001,,,`,
        ',Ramesh,98220 41001,,,',
        ',Ramesh,98220 41001,,,',
      ].join('\n'),
    ).report;
    expect(problems.map(({ line, column, text }) => `${line} ${column}: ${text}`)).toEqual([
      '2 Phone: Please write an email or a phone number',
      '3 Name: Name must be at least 2 characters',
      '4 Phone: Please enter a valid phone number',
      '4 Email: Please enter a valid email address',
      '4 Status: Status must be new, in-progress, pending or resolved',
      '4 Written: Written must be from 2000-01-01 to today',
      '5 Id: There is no such request.',
      '7 Name: This line stands in line 6 too',
    ]);
  });

  it('tells nobody of new customers, and forgets a person with the file that waits', async () => {
    const { db, actor, context, run, apply } = createSite();
    enableMail(db);
    expect(runCommand(chooseLeadMails, { mails: 'at-once' }, context).ok).toBe(true);
    apply(run(list));
    run(`${list}\r\n10;Ramesh Pawar;9822041001;;;Once more;;;`);
    queueLeadMails(db, now);
    expect([db.select().from(mails).all(), hasNewLeads(db, now)]).toEqual([[], false]);
    const [person] = findPeople(db, '9822041001');
    const forgotten = await forgetPerson(person?.id ?? '', '98220 41001', { db, actor, now });
    expect(forgotten).toMatchObject({ ok: true, value: { summary: '1 message' } });
    expect(findStoredTexts(db, ['Ramesh', '41001', '2612', 'test ride'])).toEqual([]);
    expect(db.select().from(imports).all()).toMatchObject([{ state: 'applied', content: null }]);
    expect(readMessages(db)).toHaveLength(2);
  });

  it('is undone, without what somebody has worked on since', () => {
    const { db, context, run, apply } = createSite();
    const id = run(list);
    apply(id);
    db.$client.exec("UPDATE contact_messages SET status = 'pending', version = 2 WHERE name = 'Asif Khan'");
    expect(runCommand(undoImport, { id }, context).ok).toBe(true);
    runImport(db, id, () => now);
    expect(findImport(db, id)).toMatchObject({
      state: 'undone',
      failure: '1 change was left, because of newer changes',
    });
    expect(readMessages(db).map(({ name }) => name)).toEqual(['Asif Khan']);
  });

  it('deletes nothing if one is worked on between the plan of its undo and the lock', () => {
    const { db, run, apply } = createSite();
    const id = run(list);
    apply(id);
    const { write } = planCustomerUndo(db, id);
    db.$client.exec("UPDATE contact_messages SET status = 'pending', version = 2 WHERE name = 'Asif Khan'");
    const context = { operator: { id: 'opal', name: 'Opal' }, now, batch: `${id}-undone` };
    expect(write(context)).toBeNull();
    expect(readMessages(db)).toHaveLength(3);
  });

  it.each(['manager', 'clerk'] as const)('is not for a %s', (role) => {
    const { db } = createSite();
    const actor = storeUser(db, 'Other', role);
    const file = { kind: 'customers', fileName: 'old.csv', content: gzipSync('Name'), bytes: 4 } as const;
    expect(runCommand(startImport, file, { db, actor, now })).toMatchObject({
      ok: false,
      error: { kind: 'forbidden' },
    });
  });
});
