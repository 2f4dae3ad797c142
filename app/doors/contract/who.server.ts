import { signedIn, signedInOperator } from '~/domain/accounts/signed-in';
import type { Asker, SignedInUser } from '~/domain/asker';
import { done, type Outcome } from '~/domain/outcome';

/** Access rule of an endpoint. It is checked before the request is parsed; the commands enforce the same rules. */
export type Who<User> = {
  /** Role in docs/product.md, "Roles". */
  name: 'anyone' | 'user' | 'owner' | 'operator';
  /** Credentials that the request needs. */
  brings: 'nothing' | 'a token' | 'a token or a manage key';
  admit: (asker: Asker) => Outcome<User>;
};

export const anyone: Who<SignedInUser | null> = {
  name: 'anyone',
  brings: 'nothing',
  admit: ({ user }) => done(user),
};
export const users: Who<SignedInUser> = { name: 'user', brings: 'a token', admit: signedIn };
/** Access to sign-out: a repeated request with the same idempotency key has a token that is already revoked. */
export const usersSoFar: Who<SignedInUser | null> = { ...users, admit: ({ user }) => done(user) };
/** Owners of items that only signed-in users can have. */
export const owners: Who<SignedInUser> = { name: 'owner', brings: 'a token', admit: signedIn };
/** Owners of items that a visitor can have too, with a manage key: the command checks the user or the key. */
export const keyholders: Who<SignedInUser | null> = {
  name: 'owner',
  brings: 'a token or a manage key',
  admit: ({ user }) => done(user),
};
export const operators: Who<SignedInUser> = { name: 'operator', brings: 'a token', admit: signedInOperator };
