import type { Outcome } from '~/domain/outcome';
import type { ApiAnswer } from '~/http/json-answer';
import { sendData, sendProblem } from './api-answer.server';

/** Responds to a deletion with the id of the deleted item. */
export const sendRemoved = (outcome: Outcome<{ id: string }>, message: string): ApiAnswer =>
  outcome.done ? sendData({ _id: outcome.value.id, id: outcome.value.id }, { message }) : sendProblem(outcome.problem);
