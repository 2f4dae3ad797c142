import { sentToSeller, sentToSellerBefore } from '~/domain/conversations/conversation-sentences';
import { sentMessageJson } from '~/domain/messages/message-json';
import { messageSent } from '~/domain/messages/message-rules';
import { sendMessage } from '~/domain/messages/send-message.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { messageCalls } from '~/doors/contract/message-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';
import { paths } from '~/paths';
import { sendMessages } from './contact-call.server';

const door = jsonDoor(
  answer(messageCalls.list, (call, { query }) => sendMessages(call, query)),
  answer(messageCalls.send, async (call, { body }) => {
    const outcome = await runCall(call, sendMessage, { ...body, isSuspect: false }, body);
    if (!outcome.done) return sendProblem(outcome.problem);
    const { message, conversation } = outcome.value;
    if (!conversation) {
      const headers = { Location: `/api/contacts/${message.id}` };
      return sendData(sentMessageJson(message, null), { status: 201, message: messageSent, headers });
    }
    const { id, name } = conversation;
    const path = name && paths.conversation(name);
    return sendData(sentMessageJson(message, path && call.origin + path), {
      status: 201,
      message: path ? sentToSeller : sentToSellerBefore,
      // A repeated response names a visitor's conversation by its id, which opens nothing to a visitor.
      headers: { Location: path ?? paths.conversation({ id }) },
    });
  }),
);

export const loader = door;
export const action = door;
