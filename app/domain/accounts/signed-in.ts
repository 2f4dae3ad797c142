import type { Asker, SignedInUser } from '../asker';
import { done, type Outcome, type Problem, refused } from '../outcome';

export const signInRequired: Problem = { kind: 'unauthenticated', message: 'Please sign in to go on.' };
export const operatorRequired: Problem = { kind: 'forbidden', message: 'Only operators may do this.' };

/** Returns the signed-in user; unauthenticated when there is none. */
export function signedIn({ user }: Asker): Outcome<SignedInUser> {
  return user ? done(user) : refused(signInRequired);
}

/** Returns the signed-in operator; unauthenticated when no user is signed in, forbidden for other users. */
export function signedInOperator(asker: Asker): Outcome<SignedInUser> {
  const found = signedIn(asker);
  return found.done && found.value.role !== 'operator' ? refused(operatorRequired) : found;
}
