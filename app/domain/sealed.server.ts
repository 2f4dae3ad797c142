import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Everything that is needed to decrypt a text. The secret itself is never stored: a stolen database reveals nothing.
 */
export type SealName = {
  /** Known only to those who may decrypt the text, and long enough not to be guessed. */
  secret: string;
  salt: string;
  /** Separates keys by purpose: the same secret decrypts nothing that was encrypted for another purpose. */
  purpose: string;
};

const nonceBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret, salt, purpose }: SealName): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Encrypts a text with AES-256-GCM under a key derived from the secret. */
export function seal(text: string, name: SealName): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(name), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws when the text was encrypted under another name, or was modified since */
export function unseal(sealed: Buffer, name: SealName): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(name), sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
