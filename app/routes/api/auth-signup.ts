import { enterBySignUp } from '~/doors/account-door.server';
import { accountCalls } from '~/doors/contract/account-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { callSubmission } from '~/domain/submissions/submissions.server';
import { entranceOf, sendEntered } from './auth-call.server';

const door = jsonDoor(
  answer(accountCalls.signUp, (call, { body }) => {
    const submissionOf = (content: unknown) =>
      call.key === null ? null : callSubmission(call.key, call.address, content);
    return sendEntered(call, 201, body, (fields, entering) =>
      enterBySignUp(fields, entering, call, submissionOf, entranceOf(call)),
    );
  }),
);

export const loader = door;
export const action = door;
