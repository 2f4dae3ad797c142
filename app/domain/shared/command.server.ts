import { eq, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { appointments, branches } from '~db/schema/appointments';
import { savedReplies } from '~db/schema/desk';
import { reviews, savedSearches } from '~db/schema/engagement';
import { listings } from '~db/schema/listings';
import { roadTaxRates } from '~db/schema/places';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import { settingVersions } from '~db/schema/site';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { Actor } from './actor';
import type { FieldErrors, PlainCode, Result } from './result';

/** Context of a command. `now` is read once per request, so that all steps of it have the same timestamp. */
export type CommandContext = {
  db: Database;
  actor: Actor;
  now: Date;
  /** Whether everything is checked and returned as it would be, and nothing is stored. */
  isDryRun?: boolean;
  /** Named by the link by which the sender came, cleaned; null without one. */
  source?: string | null;
};

type WriteLimit = 'write' | 'listing' | 'contact' | 'sign-in' | 'sign-up';

type ValueSecrets<Value> = {
  /** Whether the client proves to be the original one by sending the secret. */
  areOwned(value: Value, context: CommandContext): boolean;
  remove(value: Value): Value;
};

/** `run` is synchronous, in one immediate transaction. Slow work (photos, password hashes) is done before. */
export type Command<Input, Value> = {
  name: string;
  /** Schema of the input; a function because some rules depend on the current day. */
  schema: (now: Date) => z.ZodType<Input>;
  invalidCode?: (errors: FieldErrors) => PlainCode;
  limit: WriteLimit;
  run: (input: Input, context: CommandContext) => Result<Value>;
  /** Secrets that only the original client may receive; replayed responses omit them. Absent if the result has none. */
  secrets?: ValueSecrets<Value>;
  /** The row that the command changes, for clients that send the version they have seen; absent if it creates a row. */
  changes?: (input: Input, actor: Actor) => VersionedRow;
};

export const defineCommand = <Input, Value>(command: Command<Input, Value>): Command<Input, Value> => command;

type VersionedTable = SQLiteTable & Record<'id' | 'version', AnySQLiteColumn>;

const versions = memoizePrepared((db) => {
  const of = (table: VersionedTable) =>
    db
      .select({ version: sql<number>`${table.version}` })
      .from(table)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare();
  return {
    users: of(users),
    vehicles: of(vehicles),
    listings: of(listings),
    reviews: of(reviews),
    service_requests: of(serviceRequests),
    feedback: of(feedback),
    contact_messages: of(contactMessages),
    saved_searches: of(savedSearches),
    saved_replies: of(savedReplies),
    appointments: of(appointments),
    branches: of(branches),
    road_tax_rates: of(roadTaxRates),
    /** The id of the newest version; 0 for the default. */
    settings: db
      .select({ version: sql<number>`coalesce(max(${settingVersions.id}), 0)` })
      .from(settingVersions)
      .where(eq(settingVersions.name, sql.placeholder('id')))
      .prepare(),
  };
});

export type VersionedRow = { table: keyof ReturnType<typeof versions>; id: string };

export const findStoredVersion = (db: Database, { table, id }: VersionedRow): number | null =>
  versions(db)[table].get({ id })?.version ?? null;

export const isOutdated = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version;

/** Whether a validated change sets no field, so that the item, its version and its time of change stay the same. */
export const isEmptyChange = (fields: object): boolean => Object.values(fields).every((value) => value === undefined);
