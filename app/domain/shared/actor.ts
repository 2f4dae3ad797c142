import type { Role, TokenScope } from '~db/enums';
import { type AppError, err, ok, type Result } from './result';

export type Actor = {
  user: SignedInUser | null;
  /** Ids (not secrets) of the valid manage keys in the request. */
  manageKeyIds: readonly string[];
  /** Hash of the secret of a visitor's saved searches; absent or null without one. */
  searchesHash?: string | null;
  /** Hash of the secret of a visitor's conversations; absent or null without one. */
  messagesHash?: string | null;
};

export const anonymous: Actor = { user: null, manageKeyIds: [] };

export type SignedInUser = {
  id: string;
  name: string;
  role: Role;
  sessionId: string;
  /** Scope of the personal access token; absent for a browser or an API session. */
  tokenScope?: TokenScope;
  /** An access token that was made without the rights of the role that its user has: `role` is then `user`. */
  isWithoutDesk?: boolean;
  /** Null if not since signing in by form; of an API client, when it signed in; absent for access tokens. */
  passwordConfirmedAt?: string | null;
};

export const signInRequired: AppError = { kind: 'unauthenticated', code: 'sign_in_required' };

export function requireUser({ user }: Actor): Result<SignedInUser> {
  return user ? ok(user) : err(signInRequired);
}

/** What limits of requests count for: the address, followed by the id of an access token that has limits of its own. */
export const getLimitedSender = (address: string, user: SignedInUser | null): string =>
  user?.tokenScope ? `${address} ${user.sessionId}` : address;
