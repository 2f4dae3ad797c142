import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { siteKeys } from '~db/schema/site';

/** Creates a secret of 160 random bits, in characters that are safe in URLs, cookies and forms. */
export const generateSecret = (): string => randomBytes(20).toString('base64url');

/** SHA-256 in hexadecimal. Only hashes of secrets are stored, so that a stolen database grants no access. */
export const sha256 = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');

/** Derives the secret for one item from a secret for many, with the same length and characters. */
export const deriveSecret = (secret: string, item: string): string =>
  createHmac('sha256', secret).update(item).digest().subarray(0, 20).toString('base64url');

/** The secret itself is never stored, so that a stolen database reveals nothing. */
export type KeyInput = {
  /** Known only to those who may decrypt the text, and too long to be guessed. */
  secret: string;
  salt: string;
  /** Separates keys by purpose: the same secret decrypts nothing encrypted for another purpose. */
  purpose: string;
};

const nonceBytes = 12;
const tagBytes = 16;

const deriveKey = ({ secret, salt, purpose }: KeyInput): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Encrypts a text with AES-256-GCM under a key derived from the secret. */
export function encrypt(text: string, keyInput: KeyInput): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(keyInput), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws if the text was encrypted under another key, or modified since */
export function decrypt(encrypted: Buffer, keyInput: KeyInput): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(keyInput), encrypted.subarray(0, nonceBytes));
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const keyBytes = 32;

/** While the database cannot be written, the key is one of this process. @param purpose each has its own key */
export function readSiteKey(db: Database, purpose: string): Buffer {
  const find = () => db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, purpose)).get()?.key;
  const key = randomBytes(keyBytes);
  try {
    if (!find()) db.insert(siteKeys).values({ name: purpose, key }).onConflictDoNothing().run();
    return find() ?? key;
  } catch {
    return key;
  }
}

/* Codes of 160 random bits, to be kept on paper. Only their SHA-256 is stored. */

/** Crockford's Base32, without I, L, O and U, so that a code survives being read aloud or copied by hand. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 20;
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

function normalizeCode(text: string): string | null {
  const letters = text
    .replace(/[\s\-\u2010-\u2015]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return letters.length === codeLength && [...letters].every((letter) => alphabet.includes(letter)) ? letters : null;
}

const groupLetters = (letters: string): string =>
  Array.from({ length: codeLength / groupLength }, (_, at) =>
    letters.slice(at * groupLength, (at + 1) * groupLength),
  ).join('-');

/** Creates a code and its hash, which is stored instead. @returns the code in eight groups of four */
export function generateSecretCode(): { code: string; hash: string } {
  const letters = encode(randomBytes(codeBytes));
  return { code: groupLetters(letters), hash: sha256(letters) };
}

/** In any case, with O for 0, I or L for 1. @returns the code in eight groups of four; null if invalid */
export function parseSecretCode(text: string): string | null {
  const letters = normalizeCode(text);
  return letters && groupLetters(letters);
}

export function hashSecretCode(text: string): string | null {
  const letters = normalizeCode(text);
  return letters && sha256(letters);
}
