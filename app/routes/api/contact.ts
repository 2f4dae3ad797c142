import {
  changeMessage,
  deleteMessage,
  messageDeleted,
  messageNotFound,
} from '~/domain/messages/message.commands.server';
import { messageJson } from '~/domain/messages/message';
import { findMessage } from '~/domain/messages/message.queries.server';
import { sendData, sendError, sendRemoved } from '~/api/respond.server';
import { messageEndpoints } from '~/api/contract/message.contract.server';
import { changesOf, defineEndpoint, endpointRoute, runEndpointCommand } from '~/api/define-endpoint.server';
import { sendMessageResult } from './contact-call.server';

const endpoint = endpointRoute(
  defineEndpoint(messageEndpoints.show, ({ runtime }, { params }) => {
    const message = findMessage(runtime.db, params.id);
    return message ? sendData(messageJson(message)) : sendError(messageNotFound);
  }),
  defineEndpoint(messageEndpoints.change, async (context, { body, params }) => {
    const current = findMessage(context.runtime.db, params.id);
    const changes = changesOf(context, body, current && messageJson(current));
    return sendMessageResult(
      await runEndpointCommand(context, changeMessage, { ...changes, ...params }, { ...body, ...params }),
    );
  }),
  defineEndpoint(messageEndpoints.remove, async (context, { params }) =>
    sendRemoved(await runEndpointCommand(context, deleteMessage, params), messageDeleted),
  ),
);

export const loader = endpoint;
export const action = endpoint;
