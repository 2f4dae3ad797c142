import { changeFeedback, deleteFeedback, heldFeedback } from '~/domain/feedback/change-feedback.server';
import type { Feedback } from '~/domain/feedback/feedback';
import { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackDeleted } from '~/domain/feedback/feedback-rules';
import { sendData, sendProblem } from '~/doors/api-answer.server';
import { feedbackCalls } from '~/doors/contract/feedback-calls.server';
import { answer, changesOf, jsonDoor, runCall } from '~/doors/json-door.server';
import { sendRemoved } from '~/doors/removed-answer.server';
import type { ApiAnswer } from '~/http/json-answer';

const shown = (feedback: Feedback, isOwn: boolean) => (isOwn ? feedbackJson(feedback) : feedbackForOperators(feedback));
const send = (feedback: Feedback, isOwn: boolean): ApiAnswer => sendData(shown(feedback, isOwn));

const door = jsonDoor(
  answer(feedbackCalls.show, ({ runtime, asker }, { params }) => {
    const held = heldFeedback(params.id, { db: runtime.db, asker });
    return held.done ? send(held.value.feedback, held.value.isOwn) : sendProblem(held.problem);
  }),
  answer(feedbackCalls.change, async (call, { body, params, user }) => {
    const held = heldFeedback(params.id, { db: call.runtime.db, asker: call.asker });
    const changes = changesOf(call, body, held.done ? shown(held.value.feedback, held.value.isOwn) : null);
    const outcome = await runCall(call, changeFeedback, { ...changes, ...params }, { ...body, ...params });
    return outcome.done ? send(outcome.value, outcome.value.userId === user.id) : sendProblem(outcome.problem);
  }),
  answer(feedbackCalls.remove, async (call, { params }) =>
    sendRemoved(await runCall(call, deleteFeedback, params), feedbackDeleted),
  ),
);

export const loader = door;
export const action = door;
