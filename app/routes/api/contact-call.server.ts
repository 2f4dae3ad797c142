import { type Message, messageJson } from '~/domain/messages/message';
import { findMessages } from '~/domain/messages/message.queries.server';
import type { Result } from '~/domain/shared/result';
import { sendData, sendError } from '~/api/respond.server';
import type { EndpointContext } from '~/api/define-endpoint.server';
import { pageLinks } from '~/api/query-rules';
import type { ApiResponse } from '~/http/responses.server';

/** Answers the messages that a call asks for. @param requested the filters of its query, and over them those of its path */
export function sendMessages(context: EndpointContext, requested: Parameters<typeof findMessages>[1]): ApiResponse {
  const { items, pagination } = findMessages(context.runtime.db, requested);
  return sendData({ contacts: items.map(messageJson), pagination }, { headers: pageLinks(context, pagination) });
}

/** Answers the message that an operator has changed. */
export const sendMessageResult = (result: Result<Message>): ApiResponse =>
  result.ok ? sendData(messageJson(result.value)) : sendError(result.error);
