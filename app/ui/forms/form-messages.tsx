import { Fragment, type ReactNode } from 'react';
import { FactList } from '../page/text-blocks';
import { alertShape } from '../primitives/icon-shapes';
import { ShapeIcon } from '../primitives/icon';

type ErrorSummaryProps = {
  message: string;
  /** Errors by field name, including fields without a control on the screen; `form` stands for the whole form. */
  errors?: Readonly<Record<string, string>>;
};

export function SummaryFrame({ children, ...focus }: { children?: ReactNode; autoFocus?: boolean }) {
  return (
    <div className="message" role="alert" id="errors" tabIndex={-1} {...focus}>
      <ShapeIcon shape={alertShape} />
      <div>{children}</div>
    </div>
  );
}

/** Error summary above a rejected form, with a link to each field. Takes the focus when it appears. */
export function ErrorSummary({ message, errors = {} }: ErrorSummaryProps) {
  const invalid = Object.entries(errors);
  return (
    // Without a script, the redisplayed form opens at its errors.
    <SummaryFrame autoFocus>
      <h2>{message}</h2>
      {invalid.length > 0 && (
        <ul>
          {invalid.map(([field, message]) => (
            <li key={field}>{field === 'form' ? message : <a href={`#${field}`}>{message}</a>}</li>
          ))}
        </ul>
      )}
    </SummaryFrame>
  );
}

type FormActionsProps = {
  /** Message of the summary above, repeated because on a phone the summary is out of view. */
  message?: string | null | undefined;
  children: ReactNode;
};

export function FormActions({ message, children }: FormActionsProps) {
  return (
    <>
      {message && (
        <p className="field-error">
          <ShapeIcon shape={alertShape} />
          <a href="#errors">{message}</a>
        </p>
      )}
      <p className="row">{children}</p>
    </>
  );
}

type ConflictNoticeProps = {
  labels: Readonly<Record<string, string>>;
  formValues: Readonly<Record<string, string>>;
  currentValues: Readonly<Record<string, string>>;
};

export function ConflictNotice({ labels, formValues, currentValues }: ConflictNoticeProps) {
  const facts = Object.entries(currentValues)
    .filter(([name, value]) => value !== (formValues[name] ?? ''))
    .map(([name, value]) => ({ name: labels[name] ?? name, value: value || 'Nothing' }));
  if (facts.length === 0) return null;
  return (
    <div className="stack">
      <h3>As it stands now</h3>
      <FactList facts={facts} />
    </div>
  );
}

type FormPart = { id: string; title: string };

/** Below its stone a phone has room for the first word. */
export const FormSteps = ({ parts }: { parts: readonly FormPart[] }) => (
  <nav className="form-steps" aria-label="Parts of this form">
    {parts.map(({ id, title }, position) => (
      <Fragment key={id}>
        <a href={`#${id}`}>
          <span className="step-number" aria-hidden="true">
            {position + 1}
          </span>{' '}
          <span className="step-name">
            {title.split(' ', 1)}
            <span>{title.replace(/^\S+/, '')}</span>
          </span>
        </a>{' '}
      </Fragment>
    ))}
  </nav>
);

/** One numbered part of a form. `position` counts from 1. */
export function FormSection({ part, position, children }: { part: FormPart; position: number; children: ReactNode }) {
  return (
    <fieldset className="form-part form-section">
      <legend id={part.id}>
        <span className="step-number" aria-hidden="true">
          {position}
        </span>{' '}
        {part.title}
      </legend>
      {children}
    </fieldset>
  );
}
