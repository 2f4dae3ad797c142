import { useMatches } from '@remix-run/react';
import type { ComponentPropsWithoutRef } from 'react';
import checkScript from 'virtual:check-script';
import type { FormConstraints } from '~/http/form-constraints.server';
import { useDocument } from '../document';
import { Icon } from '../primitives/icon';
import { ErrorSummary, SummaryFrame } from './form-messages';

type CheckedFormProps = Omit<ComponentPropsWithoutRef<'form'>, 'method' | 'noValidate'> & {
  /** What the script checks before it sends the form. */
  constraints: FormConstraints;
  /** Message for a failure of the server without one. */
  failure: string;
  /** Id of the route of `action`; absent: that of the screen. */
  routeId?: string;
};

/**
 * A form that writes, on an enhanced screen (docs/product.md, "Forms"): a plain form, which a small script of its own
 * checks, by the constraints of its fields, and sends without leaving the page.
 */
export function CheckedForm({ constraints, failure, routeId, children, ...attributes }: CheckedFormProps) {
  const { savesData } = useDocument();
  const screen = useMatches().at(-1);
  return (
    <form
      method="post"
      {...attributes}
      // A browser reports one invalid field at a time; the script and the server report all of them.
      noValidate
      // Remix responds to a script with the errors alone when it is asked for the data of a route.
      data-checked={routeId ?? screen?.id}
      data-invalid={constraints.message}
      data-failure={failure}
    >
      {!savesData && <script type="module" async src={checkScript} />}
      {children}
    </form>
  );
}

type FormErrorsProps = { message?: string | undefined; errors?: Readonly<Record<string, string>> | undefined };

/** The place of the error summary in a `CheckedForm`, with what the script shows errors by. */
export function FormErrors({ message, errors }: FormErrorsProps) {
  return (
    <>
      <template>
        <SummaryFrame />
        <p className="field-error">
          <Icon name="alert" />
        </p>
      </template>
      {message && <ErrorSummary message={message} errors={errors} />}
    </>
  );
}
