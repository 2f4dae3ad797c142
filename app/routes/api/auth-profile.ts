import { type Account, accountJson } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { changeProfile } from '~/domain/accounts/account.commands.server';
import { signInRequired } from '~/domain/shared/actor';
import { sendData, sendError } from '~/api/respond.server';
import { accountEndpoints, profileSaved } from '~/api/contract/account.contract.server';
import { changesOf, defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import type { ApiResponse } from '~/http/responses.server';

const sendProfile = (account: Account, message?: string): ApiResponse =>
  sendData({ user: accountJson(account) }, { version: account.version, ...(message !== undefined && { message }) });

const endpoint = endpointRoute(
  defineEndpoint(accountEndpoints.showProfile, ({ runtime }, { user }) => {
    const account = findAccount(runtime.db, user.id);
    return account ? sendProfile(account) : sendError(signInRequired);
  }),
  defineEndpoint(accountEndpoints.changeProfile, async (context, { body, user }) => {
    const current = findAccount(context.runtime.db, user.id);
    const changes = changesOf(context, body, current && accountJson(current));
    const result = await runEndpointCommand(context, changeProfile, changes, body);
    if (!result.ok) return sendError(result.error);
    return sendProfile(result.value, profileSaved);
  }),
);

export const loader = endpoint;
export const action = endpoint;
