import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { accountInvalid, type Credentials, signInFields, signUpFields } from '~/domain/accounts/account-fields.server';
import type { Entered, Entering } from '~/domain/accounts/enter-account.server';
import { beginSignIn, signIn } from '~/domain/accounts/sign-in.server';
import { signUp, signUpContent } from '~/domain/accounts/sign-up.server';
import { checkInput } from '~/domain/command.server';
import { type Outcome, refused } from '~/domain/outcome';
import type { Submission } from '~/domain/submissions/submissions.server';
import type { FormFields } from './form-fields';
import { overLimit } from './over-limit.server';

type Way = 'sign-in' | 'sign-up';

const signInRules = { schema: () => signInFields, invalidMessage: accountInvalid };
const signUpRules = { schema: () => signUpFields, invalidMessage: accountInvalid };

/**
 * Derives the submission under which a repeated sign-in or sign-up is recognised, from the credentials and the stored
 * password hash.
 */
type EntranceOf = (credentials: Credentials, passwordHash: string) => Submission | null;
const eachItsOwn: EntranceOf = () => null;

/** Signs in with the decoded credentials of a form or call. @returns `invalid`, or the outcome of `signIn` */
export async function enterBySignIn(
  decoded: unknown,
  entering: Entering,
  entranceOf = eachItsOwn,
): Promise<Outcome<Entered>> {
  const input = checkInput(signInRules, decoded, entering.now);
  return input.done ? signIn(input.value, entering, (hash) => entranceOf(input.value, hash)) : input;
}

/** Starts a sign-in by form, whose screen asks for a code if the account has a second step. */
export async function beginBySignIn(decoded: unknown, entering: Entering): ReturnType<typeof beginSignIn> {
  const input = checkInput(signInRules, decoded, entering.now);
  return input.done ? beginSignIn(input.value, entering) : input;
}

/**
 * Signs up with the decoded credentials of a form or call.
 *
 * @param counting the client whose sign-ups per hour are counted
 * @param submissionOf derives the submission that makes repeats idempotent; receives all fields except the password
 * @returns `invalid`, `too-many` when over the hourly sign-up limit, or the outcome of `signUp`
 */
export async function enterBySignUp(
  decoded: unknown,
  entering: Entering,
  counting: Parameters<typeof overLimit>[0],
  submissionOf: (content: unknown) => Submission | null,
  entranceOf = eachItsOwn,
): Promise<Outcome<Entered>> {
  const input = checkInput(signUpRules, decoded, entering.now);
  if (!input.done) return input;
  const tooMany = overLimit(counting, 'sign-up');
  if (tooMany) return refused(tooMany);
  const submission = submissionOf(signUpContent(input.value));
  return signUp(input.value, entering, submission, (hash) => entranceOf(input.value, hash));
}

/**
 * Runs the sign-in form through remix-auth's form strategy. The form has already been read within its limits; the
 * strategy receives the parsed fields.
 */
export function authenticateForm<Begun>(
  way: Way,
  request: Request,
  fields: FormFields,
  enter: Record<Way, (decoded: Record<string, unknown>) => Promise<Outcome<Begun>>>,
): Promise<Outcome<Begun>> {
  const authenticator = new Authenticator<Outcome<Begun>>();
  for (const name of ['sign-in', 'sign-up'] as const) {
    authenticator.use(new FormStrategy(({ form }) => enter[name](Object.fromEntries(form))), name);
  }
  const read = new Request(request.url, { method: 'POST', body: new URLSearchParams(fields.toRecord()) });
  return authenticator.authenticate(way, read);
}
