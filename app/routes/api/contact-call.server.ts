import { z } from 'zod';
import {
  contactCategories,
  contactPriorities,
  contactStatuses,
  longestLine,
  messagesPerPage,
} from '~/domain/messages/limits';
import type { Message } from '~/domain/messages/message';
import { messageJson } from '~/domain/messages/message-json';
import { findMessages, type MessageFilters } from '~/domain/messages/message-queries.server';
import type { Outcome } from '~/domain/outcome';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { readQuery } from '~/doors/call-query.server';
import type { Call } from '~/doors/json-door.server';
import { oneOf, pageRules } from '~/doors/query-rules';

const filters = {
  status: oneOf('status', contactStatuses),
  category: oneOf('category', contactCategories),
  priority: oneOf('priority', contactPriorities),
  tag: z.string().max(longestLine.tag, { error: 'tag is too long' }),
};
const query = z.object({ ...pageRules(messagesPerPage), ...z.object(filters).partial().shape });

/** Answers the messages that the query asks for. @param fromPath a filter of the path itself, which wins over the query */
export function sendMessages(call: Call, fromPath: MessageFilters = {}): Response {
  const read = readQuery(call.url, query);
  if (!read.done) return sendProblem(read.problem);
  const { items, pagination } = findMessages(call.runtime.db, { ...read.value, ...fromPath });
  return sendData({ contacts: items.map(messageJson), pagination });
}

/** The messages of one category or priority, named by the path. */
export function sendMessagesOf(call: Call, name: 'category' | 'priority'): Response {
  const read = filters[name].safeParse(call.params[name] ?? '');
  if (read.success) return sendMessages(call, { [name]: read.data });
  const errors = { [name]: read.error.issues[0]?.message ?? `${name} is not valid` };
  return sendProblem({ kind: 'malformed', message: 'A parameter is not valid.', errors });
}

/** Answers the message that an operator has changed. */
export const sendMessageOutcome = (outcome: Outcome<Message>): Response =>
  outcome.done ? sendData(messageJson(outcome.value)) : sendProblem(outcome.problem);
