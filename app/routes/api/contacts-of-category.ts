import { messageEndpoints } from '~/api/contract/message.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { sendMessages } from './contact-call.server';

const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.listOfCategory, (context, { query, params }) =>
    sendMessages(context, { ...query, ...params }),
  ),
);

export const loader = endpoint;
export const action = endpoint;
