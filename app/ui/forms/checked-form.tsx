import { useMatches } from '@remix-run/react';
import type { ComponentPropsWithoutRef } from 'react';
import checkScript from 'virtual:check-script';
import type { FormConstraints } from '~/domain/shared/constraints';
import { useDocument } from '../document';
import { Icon } from '../primitives/icon';
import { ErrorSummary, SummaryFrame } from './form-messages';

type CheckedFormProps = Omit<ComponentPropsWithoutRef<'form'>, 'method' | 'noValidate'> & {
  constraints: FormConstraints;
  failure: string;
  /** Id of the route of `action`; defaults to that of the screen. */
  routeId?: string;
};

/**
 * A form that writes, on an enhanced screen (docs/product.md, "Forms"): a plain form, which a small script checks by
 * the constraints of its fields, and sends without a page load.
 */
export function CheckedForm({ constraints, failure, routeId, children, ...attributes }: CheckedFormProps) {
  const { savesData } = useDocument();
  const screen = useMatches().at(-1);
  return (
    <form
      method="post"
      {...attributes}
      // Native validation reports one invalid field at a time; the script and the server report all of them.
      noValidate
      // Requested as route data, so that Remix responds with the errors alone.
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
