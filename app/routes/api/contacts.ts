import { sentToSeller, sentToSellerBefore } from '~/domain/conversations/conversation';
import { messageSent, sentMessageJson } from '~/domain/messages/message';
import { sendMessage } from '~/domain/messages/message.commands.server';
import { sendData, sendError } from '~/api/respond.server';
import { messageEndpoints } from '~/api/contract/message.contract.server';
import { defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { paths } from '~/paths';
import { sendMessages } from './contact-call.server';

const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.list, (context, { query }) => sendMessages(context, query)),
  defineEndpoint(messageEndpoints.send, async (context, { body }) => {
    const result = await runEndpointCommand(context, sendMessage, { ...body, isSuspect: false }, body);
    if (!result.ok) return sendError(result.error);
    const { message, conversation } = result.value;
    if (!conversation) {
      const headers = { Location: `/api/contacts/${message.id}` };
      return sendData(sentMessageJson(message, null), { status: 201, message: messageSent, headers });
    }
    const { id, name } = conversation;
    const path = name && paths.conversation(name);
    return sendData(sentMessageJson(message, path && context.origin + path), {
      status: 201,
      message: path ? sentToSeller : sentToSellerBefore,
      // A repeated response names a visitor's conversation by its id, which opens nothing to a visitor.
      headers: { Location: path ?? paths.conversation({ id }) },
    });
  }),
);

export const loader = endpoint;
export const action = endpoint;
