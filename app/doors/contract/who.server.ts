import { signedIn, signedInOperator } from '~/domain/accounts/signed-in';
import type { Asker, SignedInUser } from '~/domain/asker';
import { done, type Outcome } from '~/domain/outcome';

/** Who may make a call. It is asked before anything of the call is read; the commands hold the same rules. */
export type Who<User> = {
  /** The word of docs/product.md, "Roles". */
  name: 'anyone' | 'user' | 'owner' | 'operator';
  /** What has to come with the call for it. */
  brings: 'nothing' | 'a token' | 'a token or a manage key';
  admit: (asker: Asker) => Outcome<User>;
};

export const anyone: Who<SignedInUser | null> = {
  name: 'anyone',
  brings: 'nothing',
  admit: ({ user }) => done(user),
};
export const users: Who<SignedInUser> = { name: 'user', brings: 'a token', admit: signedIn };
/** The same for the call that ends the token: sent again with its key, it comes from nobody any more. */
export const usersSoFar: Who<SignedInUser | null> = { ...users, admit: ({ user }) => done(user) };
/** Owners of what only users have. */
export const owners: Who<SignedInUser> = { name: 'owner', brings: 'a token', admit: signedIn };
/** Owners of what a visitor may have too, who then holds its manage key: the command looks for either. */
export const keyholders: Who<SignedInUser | null> = {
  name: 'owner',
  brings: 'a token or a manage key',
  admit: ({ user }) => done(user),
};
export const operators: Who<SignedInUser> = { name: 'operator', brings: 'a token', admit: signedInOperator };
