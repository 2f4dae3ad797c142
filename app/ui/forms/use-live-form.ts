import { type FocusEvent, type FormEvent, useRef } from 'react';
import { useIsHydrated } from './use-is-hydrated';
import { useRefusal } from './use-refusal';

type LiveFormRules = {
  /** What the form's action answered; undefined before it was sent. */
  answer: { message: string; errors: Readonly<Record<string, string>> } | undefined;
  /** Names of the fields that have rules, in the form's order. */
  fields: readonly string[];
  /** What is wrong with a field that holds this text, or null: the same sentence as the server's. */
  faultOf: (field: string, text: string) => string | null;
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
export function useLiveForm({ answer, fields, faultOf, summary }: LiveFormRules) {
  const { message, errors, refuse, forgive } = useRefusal(answer);
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
        const fault = faultOf(target.name, target.value.trim());
        if (fault) refuse((before) => ({ ...before, errors: { ...before.errors, [target.name]: fault } }));
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const typed = new FormData(event.currentTarget);
        const faults: Record<string, string> = {};
        for (const field of fields) {
          const text = typed.get(field);
          const fault = faultOf(field, typeof text === 'string' ? text.trim() : '');
          if (fault) faults[field] = fault;
        }
        if (Object.keys(faults).length === 0) return;
        event.preventDefault();
        refuse({ message: summary, errors: faults });
      },
    },
  };
}
