import { AsyncLocalStorage } from 'node:async_hooks';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { z } from 'zod';
import type { SignInContext } from '~/domain/accounts/accounts.server';
import {
  type Credentials,
  formatAccountError,
  signInFields,
  signUpFields,
} from '~/domain/accounts/account.schema.server';
import type { SignInKind } from '~/domain/accounts/sessions.server';
import type { Actor } from '~/domain/shared/actor';
import { createLockTimeout } from '~/domain/shared/group-commit.server';
import { checkInput, type IdempotentRequest } from '~/domain/shared/run-command.server';
import { err, type Result } from '~/domain/shared/result';
import {
  type AwaitingCode,
  beginSignIn,
  finishSignIn,
  type SignInResult,
  signIn,
  signUp,
  signUpContent,
} from '~/domain/sign-in/sign-in.commands.server';
import { checkLimit } from './rate-limit.server';
import type { Runtime } from './runtime.server';

/** Sender of a request that carries a password. */
type Sender = Parameters<typeof checkLimit>[0] & {
  request: Request;
  runtime: Runtime;
  actor: Actor;
  /** Timestamp of the request, the same for all steps: a confirmation must not appear later than what it confirms. */
  now: Date;
};

/** Collects what the domain needs about the sender of a form or API request with a password. */
export function createSignInContext(
  { request, runtime, actor, address, now }: Sender,
  kind: SignInKind,
): SignInContext {
  return {
    db: runtime.db,
    actor,
    now,
    kind,
    label: formatDevice(request.headers.get('User-Agent')),
    address,
    attemptLimit: runtime.settings.limits?.['sign-in'] ?? null,
    lockTimeout: createLockTimeout(),
  };
}

/** Makes repeated requests idempotent; without it, each creates a new session. */
type SignInIdempotency = {
  /** Derives the idempotent request of a sign-up from its fields, without the password. */
  ofAccount?: (content: unknown) => IdempotentRequest | null;
  /** Derives the idempotent request of a sign-in from the credentials and the stored password hash. */
  ofSession?: (credentials: Credentials, passwordHash: string) => IdempotentRequest | null;
};

/** Credentials decoded from a form or a JSON body, with their request. */
type Attempt = { credentials: unknown; sender: Sender; context: SignInContext; idempotency: SignInIdempotency };

/**
 * The attempt that a strategy verifies. remix-auth passes strategies only a copy of the request; its author recommends
 * async local storage for anything else.
 */
const attempts = new AsyncLocalStorage<Attempt>();

/** Strategy of remix-auth for decoded credentials: form and API have read the body within their own limits. */
class CredentialsStrategy<Verified> extends Strategy<Verified, Attempt> {
  name = 'credentials';

  authenticate(): Promise<Verified> {
    const attempt = attempts.getStore();
    if (!attempt) throw new Error('A strategy was called without credentials.');
    return this.verify(attempt);
  }
}

const signInRules = { schema: () => signInFields, invalidMessage: formatAccountError };
const signUpRules = { schema: () => signUpFields, invalidMessage: formatAccountError };
const secondStepFields = z.object({ ticket: z.string(), code: z.string() });

/** Email, password and, if the account has two-step sign-in, the code, in one request. */
const password = new CredentialsStrategy<Result<SignInResult>>(async ({ credentials, context, idempotency }) => {
  const input = checkInput(signInRules, credentials, context.now);
  if (!input.ok) return input;
  return signIn(input.value, context, (hash) => idempotency.ofSession?.(input.value, hash) ?? null);
});

/** The second step: ticket and code. */
const code = new CredentialsStrategy<Result<SignInResult>>(({ credentials, context }) =>
  finishSignIn(secondStepFields.parse(credentials), context),
);

/** Sign-up. Valid fields count against the limit of sign-ups. */
const newAccount = new CredentialsStrategy<Result<SignInResult>>(
  async ({ credentials, sender, context, idempotency: { ofAccount, ofSession } }) => {
    const input = checkInput(signUpRules, credentials, context.now);
    if (!input.ok) return input;
    const busy = await checkLimit(sender, 'sign-up');
    if (busy) return err(busy);
    const idempotentRequest = ofAccount?.(signUpContent(input.value)) ?? null;
    return signUp(input.value, context, idempotentRequest, (hash) => ofSession?.(input.value, hash) ?? null);
  },
);

/**
 * The first step by form: email and password, after which the screen requests a code if the account has two-step
 * sign-in.
 */
const firstStep = new CredentialsStrategy<Result<SignInResult | AwaitingCode>>(async ({ credentials, context }) => {
  const input = checkInput(signInRules, credentials, context.now);
  return input.ok ? beginSignIn(input.value, context) : input;
});

const authenticator = new Authenticator<Result<SignInResult>>()
  .use(password, 'password')
  .use(code, 'code')
  .use(newAccount, 'new-account');
const firstStepAuthenticator = new Authenticator<Result<SignInResult | AwaitingCode>>().use(firstStep, 'first-step');

/** The body of the original request has been consumed, so it cannot be cloned. */
const removeBody = ({ url, headers }: Request): Request => new Request(url, { headers });

/**
 * Verifies credentials with a strategy and creates a session.
 *
 * @param kind kind of the session: of a browser or an API client
 * @param credentials decoded fields, not validated yet
 * @returns the errors of `signIn`, `finishSignIn` or `signUp`; invalid fields; too-many over the limit of sign-ups
 */
export function authenticate(
  strategy: 'password' | 'code' | 'new-account',
  sender: Sender,
  kind: SignInKind,
  credentials: unknown,
  idempotency: SignInIdempotency = {},
): Promise<Result<SignInResult>> {
  const attempt = { credentials, sender, context: createSignInContext(sender, kind), idempotency };
  return attempts.run(attempt, () => authenticator.authenticate(strategy, removeBody(sender.request)));
}

/** Verifies email and password of the form. @returns a session, or the ticket for the second step */
export function authenticateFirstStep(
  sender: Sender,
  credentials: unknown,
): Promise<Result<SignInResult | AwaitingCode>> {
  const attempt = { credentials, sender, context: createSignInContext(sender, 'browser'), idempotency: {} };
  return attempts.run(attempt, () => firstStepAuthenticator.authenticate('first-step', removeBody(sender.request)));
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

/**
 * Describes the device of a session, such as 'Chrome on Android', in fixed words only, never in text of the header.
 *
 * @param userAgent the `User-Agent` header
 * @returns null if neither browser nor system is recognized
 */
export function formatDevice(userAgent: string | null): string | null {
  const [browser, system] = [findFirst(browsers, userAgent ?? ''), findFirst(systems, userAgent ?? '')];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
