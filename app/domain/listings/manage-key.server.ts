import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { manageKeys } from '~db/schema';
import { sha256 } from '../shared/crypto.server';
import { preparedOf } from '../shared/memoize.server';

/** Crockford's Base32: without I, L, O and U, so that a code survives being read aloud or copied from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const keyBytes = 20;
const codeLength = 32;
const groupLength = 4;

function encode(bytes: Buffer): string {
  let code = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      code += alphabet.charAt((pending >> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return code;
}

/** Normalises a manage code to its 32 characters; null when it cannot be a code. */
function lettersOf(text: string): string | null {
  const letters = text
    .replace(/[\s\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return letters.length === codeLength && [...letters].every((letter) => alphabet.includes(letter)) ? letters : null;
}

const grouped = (letters: string): string =>
  Array.from({ length: codeLength / groupLength }, (_, at) =>
    letters.slice(at * groupLength, (at + 1) * groupLength),
  ).join('-');

/**
 * Parses a manage code: any case, with or without spaces and dashes, O for 0, I or L for 1.
 *
 * @returns the code in display format, eight groups of four; null when it cannot be a code
 */
export function readManageCode(text: string): string | null {
  const letters = lettersOf(text);
  return letters && grouped(letters);
}

const queries = preparedOf((db) => ({
  insert: db
    .insert(manageKeys)
    .values({ id: sql.placeholder('id'), keyHash: sql.placeholder('keyHash'), createdAt: sql.placeholder('now') })
    .prepare(),
  byId: db
    .select({ id: manageKeys.id })
    .from(manageKeys)
    .where(eq(manageKeys.id, sql.placeholder('id')))
    .prepare(),
  byHashes: db
    .select({ id: manageKeys.id })
    .from(sql`json_each(${sql.placeholder('hashes')}) given`)
    .crossJoin(manageKeys)
    .where(sql`${manageKeys.keyHash} = given.value`)
    .orderBy(sql`given.key`)
    .prepare(),
}));

/**
 * Creates a manage key, which replaces an account for a visitor: 160 random bits, of which only the SHA-256 is stored.
 *
 * @returns the id that listings refer to, and the code in eight groups of four, to be shown only this once
 */
export function mintManageKey(db: Database, now: Date): { id: string; code: string } {
  const letters = encode(randomBytes(keyBytes));
  const id = randomUUID();
  queries(db).insert.run({ id, keyHash: sha256(letters), now: now.toISOString() });
  return { id, code: grouped(letters) };
}

/** Whether a key still exists: it is deleted with its last listing. */
export const isManageKeyStored = (db: Database, id: string): boolean => queries(db).byId.get({ id }) !== undefined;

/** @returns ids of the keys matching the codes, in their order; invalid codes are skipped */
export function findManageKeys(db: Database, codes: readonly string[]): string[] {
  const hashes = codes.flatMap((code) => {
    const letters = lettersOf(code);
    return letters ? sha256(letters) : [];
  });
  if (hashes.length === 0) return [];
  return queries(db)
    .byHashes.all({ hashes: JSON.stringify(hashes) })
    .map(({ id }) => id);
}

/** @returns id of the key matching a code; null for an invalid code */
export const findManageKey = (db: Database, code: string): string | null => findManageKeys(db, [code])[0] ?? null;
