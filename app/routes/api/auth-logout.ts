import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { endSession } from '~/domain/accounts/sessions.server';
import { signedIn } from '~/domain/accounts/signed-in';

/** Ends the token that asks, and no other. */
function signOut({ asker, runtime }: Call): Response {
  const user = signedIn(asker);
  if (!user.done) return sendProblem(user.problem);
  endSession(runtime.db, user.value.id, user.value.sessionId);
  return sendData(null, { message: 'You are signed out.' });
}

const door = jsonDoor({ POST: signOut });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
