import { feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackSent } from '~/domain/feedback/feedback-rules';
import { giveFeedback } from '~/domain/feedback/give-feedback.server';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { feedbackCalls } from '~/doors/contract/feedback-calls.server';
import { answer, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendFeedbackPage } from './feedback-call.server';

const door = jsonDoor(
  answer(feedbackCalls.list, (call, { query }) => sendFeedbackPage(call, query)),
  answer(feedbackCalls.give, async (call, { body }) => {
    const outcome = await runCall(call, giveFeedback, body);
    if (!outcome.done) return sendProblem(outcome.problem);
    return sendData(feedbackJson(outcome.value), {
      status: 201,
      message: feedbackSent,
      headers: { Location: `/api/feedback/${outcome.value.id}` },
    });
  }),
);

export const loader = door;
export const action = door;
