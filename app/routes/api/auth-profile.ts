import { sendData, sendProblem } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { readJsonBody } from '~/doors/json-body.server';
import { type Call, jsonDoor, runCall } from '~/doors/json-door.server';
import { accountJson } from '~/domain/accounts/account-json';
import { findAccount } from '~/domain/accounts/account-queries.server';
import { changeProfile } from '~/domain/accounts/change-profile.server';
import { signedIn, signInRequired } from '~/domain/accounts/signed-in';
import { mostBytes } from './auth-call.server';

function show({ asker, runtime }: Call): Response {
  const user = signedIn(asker);
  if (!user.done) return sendProblem(user.problem);
  const account = findAccount(runtime.db, user.value.id);
  return account ? sendData({ user: accountJson(account) }) : sendProblem(signInRequired);
}

async function change(call: Call): Promise<Response> {
  const user = signedIn(call.asker);
  if (!user.done) return sendProblem(user.problem);
  const body = await readJsonBody(call.request, mostBytes);
  if (!body.done) return sendProblem(body.problem);
  const outcome = await runCall(call, changeProfile, body.value);
  if (!outcome.done) return sendProblem(outcome.problem);
  return sendData({ user: accountJson(outcome.value) }, { message: 'Your profile has been saved.' });
}

const door = jsonDoor({ GET: show, PUT: change });

export const handle = apiHandle(['GET', 'PUT']);
export const loader = door;
export const action = door;
