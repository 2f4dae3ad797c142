import { newSecret } from '~/domain/secrets.server';

/** Generates the submission id of a new form: 160 random bits, so that it cannot be guessed. */
export const newSubmissionId = newSecret;
