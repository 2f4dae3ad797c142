import { sendData } from '~/doors/api-answer.server';
import { accountCalls, signedOut } from '~/doors/contract/account-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { endSession } from '~/domain/accounts/sessions.server';

const door = jsonDoor(
  answer(accountCalls.signOut, ({ runtime }, { user }) => {
    endSession(runtime.db, user.id, user.sessionId);
    return sendData(null, { message: signedOut });
  }),
);

export const loader = door;
export const action = door;
