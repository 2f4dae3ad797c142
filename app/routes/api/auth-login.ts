import { enterBySignIn } from '~/doors/account-door.server';
import { accountCalls } from '~/doors/contract/account-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { entranceOf, sendEntered } from './auth-call.server';

const door = jsonDoor(
  answer(accountCalls.signIn, (call, { body }) =>
    sendEntered(call, 200, body, (fields, entering) => enterBySignIn(fields, entering, entranceOf(call))),
  ),
);

export const loader = door;
export const action = door;
