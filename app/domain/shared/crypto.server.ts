import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { siteKeys } from '~db/schema';

/** Creates a secret of 160 random bits, in characters that are safe in URLs, cookies and forms. */
export const newSecret = (): string => randomBytes(20).toString('base64url');

/** SHA-256 in hexadecimal. Only hashes of secrets are stored, so that a stolen database grants no access. */
export const sha256 = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');

/** Derives the secret for one item from a secret for many, with the same length and characters. */
export const derivedSecret = (secret: string, item: string): string =>
  createHmac('sha256', secret).update(item).digest().subarray(0, 20).toString('base64url');

/** Input for decryption. The secret itself is never stored, so that a stolen database reveals nothing. */
export type EncryptionName = {
  /** Known only to those who may decrypt the text, and too long to be guessed. */
  secret: string;
  salt: string;
  /** Separates keys by purpose: the same secret decrypts nothing encrypted for another purpose. */
  purpose: string;
};

const nonceBytes = 12;
const tagBytes = 16;

const deriveKey = ({ secret, salt, purpose }: EncryptionName): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Encrypts a text with AES-256-GCM under a key derived from the secret. */
export function encrypt(text: string, name: EncryptionName): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(name), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws if the text was encrypted under another name, or modified since */
export function decrypt(encrypted: Buffer, name: EncryptionName): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(name), encrypted.subarray(0, nonceBytes));
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const keyBytes = 32;

/**
 * Returns a random key of this database, created on first use. While the database cannot be written, the key is one of
 * this process.
 *
 * @param purpose each has its own key
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
