import { enterBySignUp } from '~/doors/account-door.server';
import { apiHandle } from '~/doors/api-handle';
import { type Call, jsonDoor } from '~/doors/json-door.server';
import { callSubmission } from '~/domain/submissions/submissions.server';
import { sendEntered } from './auth-call.server';

function signUp(call: Call): Promise<Response> {
  const key = call.request.headers.get('Idempotency-Key')?.trim();
  return sendEntered(call, 201, (fields, entering) =>
    enterBySignUp(fields, entering, call.runtime, (content) =>
      key ? callSubmission(key, call.address, content) : null,
    ),
  );
}

const door = jsonDoor({ POST: signUp }, { ignoresDeadTokens: true });

export const handle = apiHandle(['POST']);
export const loader = door;
export const action = door;
