/** The actor of a request: a signed-in user, a visitor who holds manage keys, or an anonymous visitor. */
export type Asker = {
  user: SignedInUser | null;
  /** Ids, not the keys themselves, of the valid manage keys that the request carries. */
  manageKeyIds: readonly string[];
};

export type SignedInUser = {
  id: string;
  name: string;
  role: 'user' | 'operator';
  sessionId: string;
  /** Scope of the personal access token that authenticated the request; absent for a browser or an API session. */
  tokenScope?: TokenScope;
  /**
   * Time at which the user last confirmed the password in this browser session; null: not since signing in. Absent for
   * API clients.
   */
  passwordConfirmedAt?: string | null;
};

/**
 * A read token may only read. A write token may also change what its user may change, but may not create tokens, change
 * the password or delete the account.
 */
export type TokenScope = 'read' | 'write';
