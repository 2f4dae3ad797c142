import { sendRefusal } from '~/doors/api-answer.server';
import { apiHandle } from '~/doors/api-handle';

/** Every address under `/api` that no call has. */
const refuse = () => sendRefusal(404, 'There is no such call.');

export const handle = apiHandle([]);
export const loader = refuse;
export const action = refuse;
