import { signedIn, signedInOperator } from '~/domain/accounts/signed-in';
import type { Asker, SignedInUser } from '~/domain/asker';
import type { Outcome } from '~/domain/outcome';
import { sendProblem } from './api-answer.server';
import type { Call } from './json-door.server';

type Answer = Response | Promise<Response>;

/** Who may call is asked before anything of the call is read; the commands hold the same rules. */
const onlyFor =
  (allowed: (asker: Asker) => Outcome<SignedInUser>) =>
  (handler: (call: Call, user: SignedInUser) => Answer) =>
  (call: Call): Answer => {
    const user = allowed(call.asker);
    return user.done ? handler(call, user.value) : sendProblem(user.problem);
  };

export const forUsers = onlyFor(signedIn);
export const forOperators = onlyFor(signedInOperator);
