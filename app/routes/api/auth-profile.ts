import type { Account } from '~/domain/accounts/account';
import { accountJson } from '~/domain/accounts/account-json';
import { findAccount } from '~/domain/accounts/account-queries.server';
import { changeProfile } from '~/domain/accounts/change-profile.server';
import { signInRequired } from '~/domain/accounts/signed-in';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { accountCalls, profileSaved } from '~/doors/contract/account-calls.server';
import { answer, changesOf, jsonDoor, runCall } from '~/doors/json-door.server';
import type { ApiAnswer } from '~/http/json-answer';

const sendProfile = (account: Account, message?: string): ApiAnswer =>
  sendData({ user: accountJson(account) }, { version: account.version, ...(message !== undefined && { message }) });

const door = jsonDoor(
  answer(accountCalls.showProfile, ({ runtime }, { user }) => {
    const account = findAccount(runtime.db, user.id);
    return account ? sendProfile(account) : sendProblem(signInRequired);
  }),
  answer(accountCalls.changeProfile, async (call, { body, user }) => {
    const current = findAccount(call.runtime.db, user.id);
    const changes = changesOf(call, body, current && accountJson(current));
    const outcome = await runCall(call, changeProfile, changes, body);
    if (!outcome.done) return sendProblem(outcome.problem);
    return sendProfile(outcome.value, profileSaved);
  }),
);

export const loader = door;
export const action = door;
