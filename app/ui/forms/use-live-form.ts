import { type FormEvent, useEffect, useRef, useState } from 'react';
import { networkFailure } from '../enhance/forms';

type FieldErrors = Readonly<Record<string, string>>;
type ErrorResponse = { message: string | null; errors: FieldErrors };

/**
 * Current errors of a hydrated form: the last ones of the server or the script, except fields edited since. The focus
 * moves to the summary whenever one appears.
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

/**
 * Sends a hydrated form without leaving the page, as the script of Remix does: the response says where to go on, or what
 * the form shows now.
 *
 * @param routeId id of the route of the form's `action`
 * @param failed what the form shows when no response of its action came: its values stay, and can be sent again. The
 * message is null where neither the connection nor the server gives one
 */
export function useLiveForm<ActionData extends object>(
  routeId: string,
  failed: (message: string | null) => ActionData,
) {
  const [actionData, setActionData] = useState<ActionData>();
  const [sent, setSent] = useState<string | null>(null);
  const sending = useRef<AbortController>();

  // The browser may keep the page as it was when it went on, and show it again.
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
    const url = new URL(form.action);
    url.searchParams.set('_data', routeId);
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    setSent(String(fields.get('intent') ?? ''));
    try {
      const response = await fetch(url, { method: 'POST', body: fields, signal });
      const next = response.headers.get('X-Remix-Redirect');
      if (next) return location.assign(next);
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
