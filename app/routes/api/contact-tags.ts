import { changeMessageTags } from '~/domain/messages/message.commands.server';
import { messageEndpoints } from '~/api/contract/message.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { sendMessageResult } from './contact-call.server';

const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.changeTags, async (context, { body, params }) =>
    sendMessageResult(await runEndpointCommand(context, changeMessageTags, { ...body, ...params })),
  ),
);

export const loader = endpoint;
export const action = endpoint;
