import { AsyncLocalStorage } from 'node:async_hooks';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { SignInContext } from '~/domain/accounts/accounts.server';
import { type Credentials, getInvalidCode, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import type { SignInKind } from '~/domain/accounts/sessions.server';
import type { Actor } from '~/domain/shared/actor';
import { createLockTimeout } from '~/domain/shared/group-commit.server';
import { checkInput, type IdempotentRequest } from '~/domain/shared/run-command.server';
import { err, type Result } from '~/domain/shared/result';
import {
  type SignInResult,
  signUp,
  signUpContent,
  type VerifiedCredentials,
  verifyCredentials,
} from '~/domain/sign-in/sign-in.commands.server';
import { checkLimit } from './limits.server';
import type { Runtime } from '~/http/runtime.server';

type Sender = Parameters<typeof checkLimit>[0] & {
  request: Request;
  runtime: Runtime;
  actor: Actor;
  /** Timestamp of the request, the same for all steps: a confirmation must not appear later than what it confirms. */
  now: Date;
  isDryRun?: boolean;
};

export function createSignInContext(
  { request, runtime, actor, address, now, isDryRun = false }: Sender,
  kind: SignInKind,
): SignInContext {
  return {
    db: runtime.db,
    actor,
    now,
    isDryRun,
    kind,
    label: formatDevice(request.headers.get('User-Agent')),
    address,
    attemptLimit: runtime.settings.limits?.['sign-in'] ?? null,
    lockTimeout: createLockTimeout(),
  };
}

type Attempt = { credentials: Credentials; signInContext: SignInContext };

/** remix-auth passes strategies only a copy of the request; its documentation recommends this for anything else. */
const attempts = new AsyncLocalStorage<Attempt>();

class CredentialsStrategy extends Strategy<Result<VerifiedCredentials>, Attempt> {
  name = 'credentials';

  authenticate(): Promise<Result<VerifiedCredentials>> {
    const attempt = attempts.getStore();
    if (!attempt) throw new Error('The strategy was called without credentials.');
    return this.verify(attempt);
  }
}

const authenticator = new Authenticator<Result<VerifiedCredentials>>().use(
  new CredentialsStrategy(({ credentials, signInContext }) => verifyCredentials(credentials, signInContext)),
);

const signInRules = { schema: () => signInFields, invalidCode: getInvalidCode };
const signUpRules = { schema: () => signUpFields, invalidCode: getInvalidCode };

/**
 * Creates no session; `signIn` or `beginSignIn` does.
 *
 * @returns invalid fields, and the errors of `verifyCredentials`
 */
export async function authenticate(
  { url, headers }: Request,
  signInContext: SignInContext,
  fields: unknown,
): Promise<Result<VerifiedCredentials>> {
  const input = checkInput(signInRules, fields, signInContext.now);
  if (!input.ok) return input;
  const attempt = { credentials: input.value, signInContext };
  // Without the body, which has been read: remix-auth could not copy the request.
  return attempts.run(attempt, () => authenticator.authenticate('credentials', new Request(url, { headers })));
}

/**
 * Valid fields count against the limit of sign-ups.
 *
 * @returns invalid fields; too-many over the limit; and the errors of `signUp`
 */
export async function createAccount(
  sender: Sender,
  kind: SignInKind,
  fields: unknown,
  createRequest: (content: unknown) => IdempotentRequest | null,
  createSessionRequest?: (credentials: Credentials, passwordHash: string) => IdempotentRequest | null,
): Promise<Result<SignInResult>> {
  const input = checkInput(signUpRules, fields, sender.now);
  if (!input.ok) return input;
  const { value: newAccount } = input;
  const busy = await checkLimit(sender, 'sign-up');
  if (busy) return err(busy);
  return signUp(
    newAccount,
    createSignInContext(sender, kind),
    createRequest(signUpContent(newAccount)),
    (hash) => createSessionRequest?.(newAccount, hash) ?? null,
  );
}

const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^(?:Lynx|w3m|Links|ELinks)\b/i, 'Text browser'],
  [/^curl\//, 'curl'],
] as const;
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bKAIOS\//, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
] as const;

type Names = readonly (readonly [pattern: RegExp, name: string])[];
const findFirst = (names: Names, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** In fixed words only, never in text of the header. */
export function formatDevice(userAgent: string | null): string | null {
  const [browser, system] = [findFirst(browsers, userAgent ?? ''), findFirst(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
