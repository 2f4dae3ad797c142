import { type FailedAnswer, failedAnswer } from './failed-answer';

/**
 * Sends a hydrated form. When the line breaks, or the server does, the form stands as it was typed and can be sent
 * again.
 *
 * @param send the action on the server
 * @param failure what is said when it was not the line
 */
export async function answerUnlessBroken<Answered>(
  send: () => Promise<Answered>,
  failure: string,
): Promise<Answered | FailedAnswer> {
  try {
    return await send();
  } catch (error) {
    return failedAnswer(error, failure);
  }
}
