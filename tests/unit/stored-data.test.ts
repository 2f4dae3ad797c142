import { is } from 'drizzle-orm';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, describe, expect, it } from 'vitest';
import { purgeOldMessages } from '~/domain/own-data/own-data.server';
import {
  formatStoredData,
  impersonalTables,
  ownedTables,
  splitNames,
  storedData,
} from '~/domain/own-data/stored-data.server';
import * as schema from '~db/schema';
import { conversationFixture, now } from '../support/conversation-fixture';

const classified = [...storedData.flatMap(({ tables }) => tables), ...impersonalTables];
const getNames = ({ personal, impersonal, internal }: (typeof classified)[number]): string[] =>
  [personal, impersonal, internal].flatMap(splitNames);
const isTable = (value: unknown): value is SQLiteTable => is(value, SQLiteTable);
const tables = Object.values(schema).filter(isTable);

describe('the table of stored data', () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'classifies each column of %s once',
    (_name, table) => {
      const rows = classified.filter((row) => row.table === table);
      expect(rows).toHaveLength(1);
      expect(rows.flatMap(getNames).sort()).toEqual(Object.keys(getTableColumns(table)).sort());
    },
  );

  it('states for each table with a link to an account what happens to it', () => {
    // Conversations have two owners and are left separately.
    const links = tables.filter((table) => table !== schema.conversations && 'userId' in getTableColumns(table));
    const covered = ownedTables.filter(({ afterOwner }) => afterOwner !== undefined).map(({ table }) => table);
    const unnamed = links.filter((table) => !covered.includes(table)).map((table) => getTableName(table));
    // Deleted with its authenticator.
    expect(unnamed).toEqual(['recovery_codes']);
  });

  it('states the configured retention', () => {
    const kept = (messages: number | null) =>
      formatStoredData({ messages, backups: 7 * 86_400_000 }).find(({ title }) => title === 'Messages to us')?.kept;
    expect(kept(null)).toBe('Until you delete your account.');
    expect(kept(3 * 365 * 86_400_000)).toBe('Until you delete your account, 3 years at most.');
    expect(kept(90 * 86_400_000)).toBe('Until you delete your account, 90 days at most.');
    expect(formatStoredData({ messages: null, backups: 7 * 86_400_000 }).at(-1)?.kept).toBe(
      'What you delete is in copies for 7 days more.',
    );
  });
});

describe('old messages', () => {
  const { db, buyer, send } = conversationFixture();
  afterAll(() => db.$client.close());
  const count = (table: string): number =>
    db.$client.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;

  it('are deleted after the configured time, and not before', () => {
    send('1', buyer);
    const sent = [count('contact_messages'), count('conversations')];
    expect(sent.some((rows) => rows > 0)).toBe(true);
    const aDay = 86_400_000;
    const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    expect(purgeOldMessages(db, { messages: null }, later(9_999 * aDay))).toBe(0);
    expect(purgeOldMessages(db, { messages: 30 * aDay }, later(29 * aDay))).toBe(0);
    expect([count('contact_messages'), count('conversations')]).toEqual(sent);
    expect(purgeOldMessages(db, { messages: 30 * aDay }, later(31 * aDay))).toBeGreaterThan(0);
    expect([count('contact_messages'), count('conversations'), count('conversation_messages')]).toEqual([0, 0, 0]);
  });
});
