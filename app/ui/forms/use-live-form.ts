import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
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
 * Sends a hydrated form. When the connection or the server fails, the form keeps its values and can be sent again.
 *
 * @param send the action on the server
 * @param failure message when the connection works
 */
export async function responseUnlessBroken<Handled>(
  send: () => Promise<Handled>,
  failure: string,
): Promise<Handled | FailedResponse> {
  try {
    return await send();
  } catch (error) {
    return failedResponse(error, failure);
  }
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

type LiveFormRules = {
  /** Response of the form's action; undefined before it was sent. */
  actionData: { message: string; errors: Readonly<Record<string, string>> } | undefined;
  /** Names of the validated fields, in the form's order. */
  fields: readonly string[];
  /** Validation error of a field for this text, or null: the server's message. */
  validate: (field: string, text: string) => string | null;
  /** Message above an invalid form. */
  summary: string;
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/**
 * A form that is validated while it is filled in: a field when it loses focus, and all of them before the form is sent.
 * The error of a field is removed as soon as it is edited (docs/product.md, "Forms"). Without scripts the server
 * reports
 * the same.
 *
 * @returns current errors, and properties of the form element
 */
export function useLiveForm({ actionData, fields, validate, summary }: LiveFormRules) {
  const { message, errors, reject, forgive } = useRejection(actionData);
  const edited = useRef(new Set<string>());
  return {
    message,
    errors,
    formProps: {
      // A browser reports one invalid field at a time; here and on the server all of them are.
      noValidate: true,
      onInput: (event: FormEvent) => {
        if (isControl(event.target)) edited.current.add(event.target.name);
        forgive(event);
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // No layout shift while the user moves to the button: sending validates everything.
        if (relatedTarget instanceof HTMLButtonElement) return;
        if (!isControl(target) || !edited.current.has(target.name) || !fields.includes(target.name)) return;
        const error = validate(target.name, target.value.trim());
        if (error) reject((before) => ({ ...before, errors: { ...before.errors, [target.name]: error } }));
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const formValues = new FormData(event.currentTarget);
        const invalid: Record<string, string> = {};
        for (const field of fields) {
          const text = formValues.get(field);
          const error = validate(field, typeof text === 'string' ? text.trim() : '');
          if (error) invalid[field] = error;
        }
        if (Object.keys(invalid).length === 0) return;
        event.preventDefault();
        reject({ message: summary, errors: invalid });
      },
    },
  };
}
