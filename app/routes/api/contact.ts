import { changeMessage, deleteMessage, messageDeleted, messageNotFound } from '~/domain/messages/change-message.server';
import { messageJson } from '~/domain/messages/message-json';
import { findMessage } from '~/domain/messages/message-queries.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { messageCalls } from '~/doors/contract/message-calls.server';
import { answer, changesOf, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendRemoved } from '~/doors/removed-answer.server';
import { sendMessageOutcome } from './contact-call.server';

const door = jsonDoor(
  answer(messageCalls.show, ({ runtime }, { params }) => {
    const message = findMessage(runtime.db, params.id);
    return message ? sendData(messageJson(message)) : sendProblem(messageNotFound);
  }),
  answer(messageCalls.change, async (call, { body, params }) => {
    const current = findMessage(call.runtime.db, params.id);
    const changes = changesOf(call, body, current && messageJson(current));
    return sendMessageOutcome(await runCall(call, changeMessage, { ...changes, ...params }, { ...body, ...params }));
  }),
  answer(messageCalls.remove, async (call, { params }) =>
    sendRemoved(await runCall(call, deleteMessage, params), messageDeleted),
  ),
);

export const loader = door;
export const action = door;
