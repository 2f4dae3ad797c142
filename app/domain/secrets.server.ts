import { createHash, randomBytes } from 'node:crypto';

/** A new secret: 160 random bits, in letters that any address, cookie or form carries. */
export const newSecret = (): string => randomBytes(20).toString('base64url');

/** SHA-256 in hexadecimal: all that is stored of a secret, so that a stolen database opens nothing. */
export const sha256 = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');
