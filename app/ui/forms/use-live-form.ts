import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';
import { networkFailure } from '../enhance/forms';

/** The error of a hydrated form without a response: its values stay, and can be sent again. */
export type FailedResponse = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
};

/**
 * For a `clientAction` whose request failed.
 *
 * @param otherwise the screen's own sentence, when it was not the line that broke
 * @throws the error itself when it is a response, which the error page shows
 */
export function failedResponse(error: unknown, otherwise: string): FailedResponse {
  if (error instanceof Response) throw error;
  return { message: error instanceof TypeError ? networkFailure : otherwise, errors: {}, values: {} };
}

/**
 * The `shouldRevalidate` of a screen with a form: the response to the form contains all changes; loading the form again
 * would only create another idempotency key.
 */
export const unlessPosted = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formMethod?.toUpperCase() !== 'POST' && defaultShouldRevalidate;

type FieldErrors = Readonly<Record<string, string>>;
type ErrorResponse = { message: string | null; errors: FieldErrors };

/**
 * Current errors of a hydrated form: the last ones of the server or the script, except fields edited since. The focus
 * moves to the summary whenever one appears.
 *
 * @param actionData response of the form's action; undefined before it was sent
 */
export function useRejection(actionData: { message: string; errors: FieldErrors } | undefined) {
  const [rejection, setRejection] = useState<ErrorResponse>({
    message: actionData?.message || null,
    errors: actionData?.errors ?? {},
  });
  useEffect(() => {
    if (actionData) setRejection({ message: actionData.message || null, errors: actionData.errors });
  }, [actionData]);
  useEffect(() => {
    if (rejection.message) document.getElementById('errors')?.focus();
  }, [rejection.message]);
  return {
    ...rejection,
    reject: setRejection,
    /** For the form's `onInput`: removes the error of an edited field. */
    forgive: ({ target }: FormEvent) => {
      const name = target instanceof Element ? target.getAttribute('name') : null;
      setRejection((before) => {
        if (!name || !(name in before.errors)) return before;
        const { [name]: _edited, ...errors } = before.errors;
        return { message: Object.keys(errors).length > 0 ? before.message : null, errors };
      });
    },
  };
}
