import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { Database, Sqlite } from '~db/connection';
import type { SettingName } from '~db/enums';
import { memoizePrepared } from '~db/statements';

/** What an operator can change of the shop; without a stored version, the default that the site ships with. */
export type Setting<Value> = {
  name: SettingName;
  /** Of what is stored as JSON. */
  schema: z.ZodType<Value>;
  /** The JSON of the default. */
  shipped: unknown;
};

type SettingReader<Value> = ((db: Database) => Value) & { setting: Setting<Value> };

// Raw SQL, because it is read several times for each page.
const reads = memoizePrepared(({ $client }) => ({
  newestId: $client.prepare<[], number | null>('SELECT max(id) FROM setting_versions').pluck(),
  newest: $client
    .prepare<[string], string | null>('SELECT value FROM setting_versions WHERE name = ? ORDER BY id DESC LIMIT 1')
    .pluck(),
}));

const cache = new WeakMap<Sqlite, { newestId: number | null; values: Map<SettingName, string | null> }>();

/** Ids only rise, and the newest version of a setting is never deleted. */
function findCachedValues(db: Database): Map<SettingName, string | null> {
  const newestId = reads(db).newestId.get() ?? null;
  const cached = cache.get(db.$client);
  if (cached?.newestId === newestId) return cached.values;
  const values = new Map<SettingName, string | null>();
  cache.set(db.$client, { newestId, values });
  return values;
}

type Drafts = AsyncLocalStorage<ReadonlyMap<string, string>>;

// The server and the routes may be two bundles, each with its own copy of this module.
const sharedDrafts = Symbol.for('dopahiya.shown-drafts');
const existing: unknown = Reflect.get(globalThis, sharedDrafts);

/** The drafts that this request shows in place of what is saved: JSON by the name of the setting. */
export const shownDrafts: Drafts = existing instanceof AsyncLocalStorage ? existing : new AsyncLocalStorage();
Reflect.set(globalThis, sharedDrafts, shownDrafts);

/** In a transaction a version may still be rolled back, and its id then be that of another one. */
function readStored(db: Database, name: SettingName): string | null {
  const values = db.$client.inTransaction ? null : findCachedValues(db);
  const cached = values?.get(name);
  if (cached !== undefined) return cached;
  const stored = reads(db).newest.get(name) ?? null;
  values?.set(name, stored);
  return stored;
}

/**
 * Defines a setting, and reads it: the value of the newest version, or the default. A stored value that another version
 * of the site cannot read counts as none.
 *
 * @throws if the default is invalid, which aborts the start
 */
export function defineSetting<Value>(
  name: SettingName,
  schema: z.ZodType<Value>,
  shipped: unknown,
): SettingReader<Value> {
  const read = schema.safeParse(shipped);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`db/seed: ${[name, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not readable'}`);
  }
  const shippedValue = read.data;
  let last: { text: string; value: Value } | undefined;
  const parse = (text: string): Value => {
    if (last?.text !== text) {
      const stored = schema.safeParse(JSON.parse(text));
      last = { text, value: stored.success ? stored.data : shippedValue };
    }
    return last.value;
  };
  const readSetting = (db: Database): Value => {
    const text = shownDrafts.getStore()?.get(name) ?? readStored(db, name);
    return text === null ? shippedValue : parse(text);
  };
  return Object.assign(readSetting, { setting: { name, schema, shipped } });
}
