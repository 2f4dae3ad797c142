import { messageStatistics } from '~/domain/messages/message-queries.server';
import { sendData } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';

const door = jsonDoor({ GET: (call) => sendData(messageStatistics(call.runtime.db)) });

/** Made for each asker: a message raises no content revision, and counting costs nothing. */
export const handle = apiHandle(['GET']);
export const loader = door;
export const action = door;
