import type { Outcome } from '~/domain/outcome';
import type { ApiAnswer } from '~/http/json-answer';
import { sendData, sendProblem } from './api-answer.server';

/** Answers a call that deleted something: its id is what is left to be told of it. */
export const sendRemoved = (outcome: Outcome<{ id: string }>, message: string): ApiAnswer =>
  outcome.done ? sendData({ _id: outcome.value.id, id: outcome.value.id }, { message }) : sendProblem(outcome.problem);
