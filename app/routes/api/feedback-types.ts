import { sendData } from '~/doors/api-answer.server';
import { feedbackCalls } from '~/doors/contract/feedback-calls.server';
import { answer, jsonDoor } from '~/doors/json-door.server';
import { feedbackTypes } from '~/domain/content/feedback-types.server';

const door = jsonDoor(answer(feedbackCalls.types, () => sendData({ feedbackTypes })));

export const loader = door;
export const action = door;
