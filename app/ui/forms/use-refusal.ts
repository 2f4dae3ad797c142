import { type FormEvent, useEffect, useState } from 'react';

type Faults = Readonly<Record<string, string>>;
type Refusal = { message: string | null; errors: Faults };

/**
 * What is wrong with a hydrated form now: what the server or the script last said, less the fields edited since. The
 * focus goes to the summary whenever one appears.
 *
 * @param answer what the form's action answered; undefined before it was sent
 */
export function useRefusal(answer: { message: string; errors: Faults } | undefined) {
  const [refusal, setRefusal] = useState<Refusal>({ message: answer?.message || null, errors: answer?.errors ?? {} });
  useEffect(() => {
    if (answer) setRefusal({ message: answer.message || null, errors: answer.errors });
  }, [answer]);
  useEffect(() => {
    if (refusal.message) document.getElementById('errors')?.focus();
  }, [refusal.message]);
  return {
    ...refusal,
    refuse: setRefusal,
    /** For the form's `onInput`: the fault of a field goes when the field is edited. */
    forgive: ({ target }: FormEvent) => {
      const name = target instanceof Element ? target.getAttribute('name') : null;
      setRefusal((before) => {
        if (!name || !(name in before.errors)) return before;
        const { [name]: _edited, ...errors } = before.errors;
        return { message: Object.keys(errors).length > 0 ? before.message : null, errors };
      });
    },
  };
}
