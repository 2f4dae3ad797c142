import { endSession } from '~/domain/accounts/sessions.server';
import { signedIn } from '~/domain/accounts/signed-in';
import type { CommandContext } from '~/domain/command.server';
import { commitWithOthers } from '~/domain/group-commit.server';
import { done, type Outcome } from '~/domain/outcome';
import { reportSecurityEvent } from '~/domain/security-events.server';
import { callSubmission, runCommandOnce } from '~/domain/submissions/submissions.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { accountCalls, signedOut } from '~/doors/contract/account-calls.server';
import { answer, type Call, jsonDoor } from '~/doors/json-door.server';
import { cookieNames, readCookie } from '~/http/cookies.server';

function run(_input: null, { db, asker }: CommandContext): Outcome<null> {
  const user = signedIn(asker);
  if (!user.done) return user;
  endSession(db, user.value.id, user.value.sessionId);
  return done(null);
}

/** What the call came with is the name of its sender: by the time it is sent again, the token is nobody's. */
const credentialOf = ({ request }: Call): string =>
  request.headers.get('Authorization') ?? readCookie(request, cookieNames.session) ?? '';

const door = jsonDoor(
  answer(accountCalls.signOut, async (call) => {
    const submission = call.key === null ? null : callSubmission(call.key, credentialOf(call), null);
    const context = { db: call.runtime.db, asker: call.asker, now: call.now };
    const outcome = await commitWithOthers(call.runtime.db, () =>
      runCommandOnce({ name: 'sign-out', run }, null, context, submission),
    );
    const { user } = call.asker;
    if (outcome.done && user) {
      reportSecurityEvent(call.runtime.db, 'token-revoked', { account: user.id, address: call.address });
    }
    return outcome.done ? sendData(null, { message: signedOut }) : sendProblem(outcome.problem);
  }),
);

export const loader = door;
export const action = door;
