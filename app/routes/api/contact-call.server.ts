import type { Message } from '~/domain/messages/message';
import { messageJson } from '~/domain/messages/message-json';
import { findMessages } from '~/domain/messages/message-queries.server';
import type { Outcome } from '~/domain/outcome';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import type { Call } from '~/doors/json-door.server';
import { pageLinks } from '~/doors/page-links';
import type { ApiAnswer } from '~/http/json-answer';

/** Answers the messages that a call asks for. @param asked the filters of its query, and over them those of its path */
export function sendMessages(call: Call, asked: Parameters<typeof findMessages>[1]): ApiAnswer {
  const { items, pagination } = findMessages(call.runtime.db, asked);
  return sendData({ contacts: items.map(messageJson), pagination }, { headers: pageLinks(call, pagination) });
}

/** Answers the message that an operator has changed. */
export const sendMessageOutcome = (outcome: Outcome<Message>): ApiAnswer =>
  outcome.done ? sendData(messageJson(outcome.value)) : sendProblem(outcome.problem);
