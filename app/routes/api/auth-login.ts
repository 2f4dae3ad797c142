import { enterBySignIn } from '~/http/account-form.server';
import { accountEndpoints } from '~/api/contract/account.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { entranceOf, sendSignInResult } from './auth-call.server';

const endpoint = endpointRoute(
  defineEndpoint(accountEndpoints.signIn, (context, { body }) =>
    sendSignInResult(context, 200, body, (fields, signInContext) =>
      enterBySignIn(fields, signInContext, entranceOf(context)),
    ),
  ),
);

export const loader = endpoint;
export const action = endpoint;
