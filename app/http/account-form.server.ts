import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { SignInContext } from '~/domain/accounts/account.commands.server';
import { accountInvalid, type Credentials, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import type { SignInKind } from '~/domain/accounts/sessions.server';
import type { Actor } from '~/domain/shared/actor';
import { checkInput } from '~/domain/shared/command.server';
import { newLockPatience } from '~/domain/shared/group-commit.server';
import type { IdempotentRequest } from '~/domain/shared/idempotency.server';
import { err, type Result } from '~/domain/shared/result';
import {
  beginSignIn,
  type SignInResult,
  signIn,
  signUp,
  signUpContent,
} from '~/domain/sign-in/sign-in.commands.server';
import type { FormFields } from './form-fields.server';
import { overLimit } from './rate-limit.server';
import { deviceLabel } from './request-headers';
import type { Runtime } from './runtime.server';

type Way = 'sign-in' | 'sign-up';

const signInRules = { schema: () => signInFields, invalidMessage: accountInvalid };
const signUpRules = { schema: () => signUpFields, invalidMessage: accountInvalid };

/**
 * Derives the idempotent request by which a repeated sign-in or sign-up is recognised, from the credentials and the
 * stored password hash.
 */
type EntranceOf = (credentials: Credentials, passwordHash: string) => IdempotentRequest | null;
const eachItsOwn: EntranceOf = () => null;

/** Signs in with the decoded credentials of a form or API request. @returns `invalid`, or the result of `signIn` */
export async function enterBySignIn(
  decoded: unknown,
  signInContext: SignInContext,
  entranceOf = eachItsOwn,
): Promise<Result<SignInResult>> {
  const input = checkInput(signInRules, decoded, signInContext.now);
  return input.ok ? signIn(input.value, signInContext, (hash) => entranceOf(input.value, hash)) : input;
}

/** Starts a sign-in by form, whose screen asks for a code if the account has a second step. */
export async function beginBySignIn(decoded: unknown, signInContext: SignInContext): ReturnType<typeof beginSignIn> {
  const input = checkInput(signInRules, decoded, signInContext.now);
  return input.ok ? beginSignIn(input.value, signInContext) : input;
}

/**
 * Signs up with the decoded credentials of a form or API request.
 *
 * @param counting the client whose sign-ups per hour are counted
 * @param idempotentRequestOf derives the idempotent request; receives all fields except the password
 * @returns `invalid`, `too-many` when over the hourly sign-up limit, or the result of `signUp`
 */
export async function enterBySignUp(
  decoded: unknown,
  signInContext: SignInContext,
  counting: Parameters<typeof overLimit>[0],
  idempotentRequestOf: (content: unknown) => IdempotentRequest | null,
  entranceOf = eachItsOwn,
): Promise<Result<SignInResult>> {
  const input = checkInput(signUpRules, decoded, signInContext.now);
  if (!input.ok) return input;
  const tooMany = overLimit(counting, 'sign-up');
  if (tooMany) return err(tooMany);
  const idempotentRequest = idempotentRequestOf(signUpContent(input.value));
  return signUp(input.value, signInContext, idempotentRequest, (hash) => entranceOf(input.value, hash));
}

/**
 * Runs the sign-in form through remix-auth's form strategy. The form has already been read within its limits; the
 * strategy receives the parsed fields.
 */
export function authenticateForm<Begun>(
  way: Way,
  request: Request,
  fields: FormFields,
  enter: Record<Way, (decoded: Record<string, unknown>) => Promise<Result<Begun>>>,
): Promise<Result<Begun>> {
  const authenticator = new Authenticator<Result<Begun>>();
  for (const name of ['sign-in', 'sign-up'] as const) {
    authenticator.use(new FormStrategy(({ form }) => enter[name](Object.fromEntries(form))), name);
  }
  const read = new Request(request.url, { method: 'POST', body: new URLSearchParams(fields.toRecord()) });
  return authenticator.authenticate(way, read);
}

type Sender = { request: Request; runtime: Runtime; actor: Actor; address: string };

/** Collects what sign-in needs to know of a request, for forms and API requests alike. */
export function signInContextOf({ request, runtime, actor, address }: Sender, kind: SignInKind): SignInContext {
  return {
    db: runtime.db,
    actor,
    now: runtime.clock(),
    kind,
    label: deviceLabel(request.headers.get('User-Agent')),
    address,
    attemptLimit: runtime.settings.limits?.['sign-in'] ?? null,
    patience: newLockPatience(),
  };
}
