import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { siteKeys } from '~db/schema';

/** Creates a secret: 160 random bits, in characters that are safe in URLs, cookies and forms. */
export const newSecret = (): string => randomBytes(20).toString('base64url');

/** SHA-256 in hexadecimal: only the hash of a secret is stored, so that a stolen database grants no access. */
export const sha256 = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');

/** The secret for one item that follows from a secret for many, as long as one of its own and in the same characters. */
export const derivedSecret = (secret: string, item: string): string =>
  createHmac('sha256', secret).update(item).digest().subarray(0, 20).toString('base64url');

/**
 * Everything that is needed to decrypt a text. The secret itself is never stored: a stolen database reveals nothing.
 */
export type EncryptionName = {
  /** Known only to those who may decrypt the text, and long enough not to be guessed. */
  secret: string;
  salt: string;
  /** Separates keys by purpose: the same secret decrypts nothing that was encrypted for another purpose. */
  purpose: string;
};

const nonceBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret, salt, purpose }: EncryptionName): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Encrypts a text with AES-256-GCM under a key derived from the secret. */
export function encrypt(text: string, name: EncryptionName): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(name), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws when the text was encrypted under another name, or was modified since */
export function decrypt(encrypted: Buffer, name: EncryptionName): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(name), encrypted.subarray(0, nonceBytes));
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const keyBytes = 32;

/**
 * A random key of this database, made on first use. Where the database cannot be written, it is one of this process.
 *
 * @param purpose each has a key of its own
 */
export function siteKey(db: Database, purpose: string): Buffer {
  const find = () => db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, purpose)).get()?.key;
  const key = randomBytes(keyBytes);
  try {
    if (!find()) db.insert(siteKeys).values({ name: purpose, key }).onConflictDoNothing().run();
    return find() ?? key;
  } catch {
    return key;
  }
}
