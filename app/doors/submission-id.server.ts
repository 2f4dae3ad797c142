import { randomBytes } from 'node:crypto';

/** A submission id for a form that is about to be shown: 160 random bits, which nobody guesses. */
export const newSubmissionId = (): string => randomBytes(20).toString('base64url');
