import { enterBySignUp } from '~/doors/account-door.server';
import { accountCalls } from '~/doors/contract/account-calls.server';
import { answer, type Call, jsonDoor } from '~/doors/json-door.server';
import { callSubmission } from '~/domain/submissions/submissions.server';
import { sendEntered } from './auth-call.server';

function signUp(call: Call, { body }: { body: Record<string, unknown> }): Promise<Response> {
  const key = call.request.headers.get('Idempotency-Key')?.trim();
  return sendEntered(call, 201, body, (fields, entering) =>
    enterBySignUp(fields, entering, call.runtime, (content) =>
      key ? callSubmission(key, call.address, content) : null,
    ),
  );
}

const door = jsonDoor(answer(accountCalls.signUp, signUp));

export const loader = door;
export const action = door;
