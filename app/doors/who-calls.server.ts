import type { Asker } from '~/domain/asker';
import { signedIn, signedInOperator } from '~/domain/accounts/signed-in';
import type { Outcome } from '~/domain/outcome';
import { sendProblem } from './api-answer.server';
import type { Call } from './json-door.server';

type Handler = (call: Call) => Response | Promise<Response>;

/** Who may call is asked before anything of the call is read; the commands hold the same rules. */
const onlyFor =
  (allowed: (asker: Asker) => Outcome<unknown>) =>
  (handler: Handler): Handler =>
  (call) => {
    const outcome = allowed(call.asker);
    return outcome.done ? handler(call) : sendProblem(outcome.problem);
  };

export const forUsers = onlyFor(signedIn);
export const forOperators = onlyFor(signedInOperator);
