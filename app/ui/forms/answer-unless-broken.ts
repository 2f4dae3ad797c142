import { networkFailure } from '~/ui/network-failure';

type Answer = { message: string; errors: Record<string, string>; values: Record<string, string> };

/**
 * Sends a hydrated form. When the line breaks, or the server does, the form stands as it was typed and can be sent again.
 *
 * @param send the action on the server
 * @param failure what is said when it was not the line
 */
export async function answerUnlessBroken<Answered>(
  send: () => Promise<Answered>,
  failure: string,
): Promise<Answered | Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { message: error instanceof TypeError ? networkFailure : failure, errors: {}, values: {} };
  }
}
