import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a sealed text is opened with. The secret itself is never stored: a stolen database shows nothing. */
export type SealName = {
  /** Known to whoever may open it, and long enough not to be guessed. */
  secret: string;
  salt: string;
  /** One secret opens nothing that was sealed for another purpose. */
  purpose: string;
};

const nonceBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret, salt, purpose }: SealName): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));

/** Seals a text with AES-256-GCM under a key derived from the secret. */
export function seal(text: string, name: SealName): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(name), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws when it was sealed under another name, or changed since */
export function unseal(sealed: Buffer, name: SealName): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(name), sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
}
