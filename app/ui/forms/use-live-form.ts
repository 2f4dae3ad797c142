import { type FormEvent, useEffect, useRef, useState } from 'react';
import { networkFailure } from '../enhance/pages';

type FieldErrors = Readonly<Record<string, string>>;
type ErrorResponse = { message: string | null; errors: FieldErrors };

/**
 * Current errors of a hydrated form: the latest from the server or the script, except for fields edited since. The
 * focus moves to the summary whenever one appears.
 *
 * @param actionData response of the form's action; null before it was sent
 */
export function useRejection(actionData: { message: string; errors: FieldErrors } | null) {
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
    /** For the form's `onInput`: clears the error of the edited field. */
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

/** To which the script of Remix sends a form: the response has its data, not a page. */
export function createDataUrl({ action }: HTMLFormElement, routeId: string): URL {
  const url = new URL(action);
  url.searchParams.set('_data', routeId);
  return url;
}

/**
 * Sends a hydrated form without a page load, as the script of Remix does: the response has a redirect, or data to show
 * in the form.
 *
 * @param routeId id of the route of the form's `action`
 * @param failed builds the data to show when no response of the action arrives: the values stay, and can be sent again.
 * The message is null when neither the connection nor the server gives one
 */
export function useLiveForm<ActionData extends object>(
  routeId: string,
  failed: (message: string | null) => ActionData,
) {
  const [actionData, setActionData] = useState<ActionData>();
  const [sent, setSent] = useState<string | null>(null);
  const sending = useRef<AbortController>();

  // The browser may restore the page in its state before the redirect.
  useEffect(() => {
    const stop = () => setSent(null);
    addEventListener('pageshow', stop);
    return () => removeEventListener('pageshow', stop);
  }, []);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { currentTarget: form, nativeEvent } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    const fields = new FormData(form, submitter);
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    setSent(String(fields.get('intent') ?? ''));
    try {
      const response = await fetch(createDataUrl(form, routeId), { method: 'POST', body: fields, signal });
      const next = response.headers.get('X-Remix-Redirect');
      if (next) {
        dispatchEvent(new Event('sent'));
        return location.assign(next);
      }
      const isRefused = response.headers.has('X-Remix-Catch');
      if (isRefused || response.headers.has('X-Remix-Error'))
        setActionData(failed((isRefused && (await response.text())) || null));
      else setActionData(await response.json());
    } catch (error) {
      if (signal.aborted) return;
      setActionData(failed(error instanceof TypeError ? networkFailure : null));
    }
    setSent(null);
  }

  return {
    /** The last response; undefined before there is one. */
    actionData,
    /** The intent of the form while it is being sent; null otherwise. */
    sent,
    send,
  };
}
