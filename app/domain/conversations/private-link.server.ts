import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 20;

/** The SHA-256 of a private link's secret, which is all that is stored of it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The secret of a visitor's private link: 160 random bits, told this once. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');
