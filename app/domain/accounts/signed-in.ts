import type { Asker, SignedInUser } from '../asker';
import { done, type Outcome, type Problem, refused } from '../outcome';

export const signInRequired: Problem = { kind: 'unauthenticated', message: 'Please sign in to go on.' };
export const operatorRequired: Problem = { kind: 'forbidden', message: 'Only operators may do this.' };

/** The user who asks; unauthenticated when nobody is signed in. */
export function signedIn({ user }: Asker): Outcome<SignedInUser> {
  return user ? done(user) : refused(signInRequired);
}

/** The operator who asks; unauthenticated when nobody is signed in, forbidden for everybody else. */
export function signedInOperator(asker: Asker): Outcome<SignedInUser> {
  const found = signedIn(asker);
  return found.done && found.value.role !== 'operator' ? refused(operatorRequired) : found;
}
