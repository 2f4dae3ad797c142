import { enterBySignIn } from '~/doors/account-door.server';
import { apiHandle } from '~/doors/api-handle';
import { jsonDoor } from '~/doors/json-door.server';
import { sendEntered } from './auth-call.server';

const door = jsonDoor({ POST: (call) => sendEntered(call, 200, enterBySignIn) }, { ignoresDeadTokens: true });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
