import { newSecret } from '~/domain/secrets.server';

/** A submission id for a form that is about to be shown: 160 random bits, which nobody guesses. */
export const newSubmissionId = newSecret;
