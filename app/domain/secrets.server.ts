import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret: 160 random bits, in characters that are safe in URLs, cookies and forms. */
export const newSecret = (): string => randomBytes(20).toString('base64url');

/** SHA-256 in hexadecimal: only the hash of a secret is stored, so that a stolen database grants no access. */
export const sha256 = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');
