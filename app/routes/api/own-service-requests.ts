import { serviceEndpoints } from '~/api/contract/service.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { sendServiceRequests } from './service-call.server';

const endpoint = endpointRoute(
  defineEndpoint(serviceEndpoints.listOwn, (context, { query, user }) =>
    sendServiceRequests(context, { ...query, userId: user.id }),
  ),
);

export const loader = endpoint;
export const action = endpoint;
