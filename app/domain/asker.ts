/** Who asks: a signed-in user, a visitor who holds manage keys, or nobody in particular. */
export type Asker = {
  user: SignedInUser | null;
  /** Ids (not the keys themselves) of the manage keys that came with the request and are valid. */
  manageKeyIds: readonly string[];
};

export type SignedInUser = {
  id: string;
  name: string;
  role: 'user' | 'operator';
  sessionId: string;
  /** What the personal access token that asks may do; absent: a browser or a program that signed in. */
  tokenScope?: TokenScope;
  /** When this browser's user last gave the password again; null: not since signing in. Absent for a program. */
  passwordConfirmedAt?: string | null;
};

/**
 * A read token only looks. A write token also changes what its user may change, yet makes no token, changes no password
 * and deletes no account.
 */
export type TokenScope = 'read' | 'write';
