import { networkFailure } from '~/ui/network-failure';

/** What a hydrated form shows when its answer did not come: what was typed stays, and can be sent again. */
export type FailedAnswer = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
};

/**
 * For a `clientAction` whose request failed.
 *
 * @param otherwise the screen's own sentence, when it was not the line that broke
 * @throws the error itself when it is an answer, which its error page tells
 */
export function failedAnswer(error: unknown, otherwise: string): FailedAnswer {
  if (error instanceof Response) throw error;
  return { message: error instanceof TypeError ? networkFailure : otherwise, errors: {}, values: {} };
}
