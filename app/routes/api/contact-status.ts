import { setMessageStatus } from '~/domain/messages/message.commands.server';
import { messageEndpoints } from '~/api/contract/message.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { sendMessageResult } from './contact-call.server';

const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.setStatus, async (context, { body, params }) =>
    sendMessageResult(await runEndpointCommand(context, setMessageStatus, { ...body, ...params })),
  ),
);

export const loader = endpoint;
export const action = endpoint;
