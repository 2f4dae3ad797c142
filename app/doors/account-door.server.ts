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

/** What makes getting in one however often it is sent: by the credentials, and the stored hash of the password. */
type EntranceOf = (credentials: Credentials, passwordHash: string) => Submission | null;
const eachItsOwn: EntranceOf = () => null;

/** Signs in by what came through a door. @returns invalid, or what `signIn` answers */
export async function enterBySignIn(
  decoded: unknown,
  entering: Entering,
  entranceOf = eachItsOwn,
): Promise<Outcome<Entered>> {
  const input = checkInput(signInRules, decoded, entering.now);
  return input.done ? signIn(input.value, entering, (hash) => entranceOf(input.value, hash)) : input;
}

/** Begins to sign in by a form, whose screen asks for a code where the account has a second step. */
export async function beginBySignIn(decoded: unknown, entering: Entering): ReturnType<typeof beginSignIn> {
  const input = checkInput(signInRules, decoded, entering.now);
  return input.done ? beginSignIn(input.value, entering) : input;
}

/**
 * Signs up by what came through a door.
 *
 * @param counting who is counted against the sign-ups of an hour
 * @param submissionOf what makes it one however often it is sent; it is given all that came but the password
 * @returns invalid, too-many past the sign-ups of an hour, or what `signUp` answers
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
 * Takes the sign-in form through remix-auth's form strategy. The form was read before, within its limits; the strategy
 * is handed what was read.
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
