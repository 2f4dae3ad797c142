import { feedbackCalls } from '~/doors/contract/feedback-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { sendFeedbackPage } from './feedback-call.server';

const door = jsonDoor(
  answer(feedbackCalls.listOwn, (call, { query, user }) => sendFeedbackPage(call, query, { userId: user.id })),
);

export const loader = door;
export const action = door;
