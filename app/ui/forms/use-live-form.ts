import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { networkFailure } from '../enhance/announce';

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
 * Sends a hydrated form. When the line breaks, or the server does, the form stands as it was typed and can be sent
 * again.
 *
 * @param send the action on the server
 * @param failure what is said when it was not the line
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
 * The `shouldRevalidate` of a screen with a form: an answer to the form says all that has changed; asking for the form
 * again would only make another submission id.
 */
export const unlessPosted = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formMethod?.toUpperCase() !== 'POST' && defaultShouldRevalidate;

/** False in the HTML and until the script has taken over. */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return isHydrated;
}

type FieldErrors = Readonly<Record<string, string>>;
type ErrorResponse = { message: string | null; errors: FieldErrors };

/**
 * What is wrong with a hydrated form now: what the server or the script last said, less the fields edited since. The
 * focus goes to the summary whenever one appears.
 *
 * @param actionData what the form's action answered; undefined before it was sent
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
    /** For the form's `onInput`: the fault of a field goes when the field is edited. */
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
  /** What the form's action answered; undefined before it was sent. */
  actionData: { message: string; errors: Readonly<Record<string, string>> } | undefined;
  /** Names of the fields that have rules, in the form's order. */
  fields: readonly string[];
  /** What is wrong with a field that holds this text, or null: the same sentence as the server's. */
  validate: (field: string, text: string) => string | null;
  /** The sentence above a form that breaks a rule. */
  summary: string;
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/**
 * A form that is checked while it is filled in: a field when it is left, and all of them before the form is sent. The
 * fault of a field goes as soon as it is edited (docs/product.md, "Forms"). Without scripts the server says the same.
 *
 * @returns what is wrong now, and what the form element needs
 */
export function useLiveForm({ actionData, fields, validate, summary }: LiveFormRules) {
  const { message, errors, reject, forgive } = useRejection(actionData);
  const edited = useRef(new Set<string>());
  const isHydrated = useIsHydrated();
  return {
    message,
    errors,
    formProps: {
      // Our own sentences stand beside the fields; without scripts the browser asks for what is missing.
      noValidate: isHydrated,
      onInput: (event: FormEvent) => {
        if (isControl(event.target)) edited.current.add(event.target.name);
        forgive(event);
      },
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // On the way to the button nothing moves under the finger: sending checks everything.
        if (relatedTarget instanceof HTMLButtonElement) return;
        if (!isControl(target) || !edited.current.has(target.name) || !fields.includes(target.name)) return;
        const fault = validate(target.name, target.value.trim());
        if (fault) reject((before) => ({ ...before, errors: { ...before.errors, [target.name]: fault } }));
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const formValues = new FormData(event.currentTarget);
        const invalid: Record<string, string> = {};
        for (const field of fields) {
          const text = formValues.get(field);
          const fault = validate(field, typeof text === 'string' ? text.trim() : '');
          if (fault) invalid[field] = fault;
        }
        if (Object.keys(invalid).length === 0) return;
        event.preventDefault();
        reject({ message: summary, errors: invalid });
      },
    },
  };
}
