import { enterBySignUp } from '~/http/account-form.server';
import { accountEndpoints } from '~/api/contract/account.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { idempotentApiRequest } from '~/domain/shared/idempotency.server';
import { entranceOf, sendSignInResult } from './auth-call.server';

const endpoint = endpointRoute(
  defineEndpoint(accountEndpoints.signUp, (context, { body }) => {
    const idempotentRequestOf = (content: unknown) =>
      context.key === null ? null : idempotentApiRequest(context.key, context.address, content);
    return sendSignInResult(context, 201, body, (fields, signInContext) =>
      enterBySignUp(fields, signInContext, context, idempotentRequestOf, entranceOf(context)),
    );
  }),
);

export const loader = endpoint;
export const action = endpoint;
