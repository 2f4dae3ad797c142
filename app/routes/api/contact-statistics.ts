import { messageStatistics } from '~/domain/messages/message-queries.server';
import { sendData } from '~/doors/api-answer.server';
import { messageCalls } from '~/doors/contract/message-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';

/** Made for each asker: a message raises no content revision, and counting costs nothing. */
const door = jsonDoor(answer(messageCalls.statistics, ({ runtime }) => sendData(messageStatistics(runtime.db))));

export const loader = door;
export const action = door;
