import { Fragment, type ReactNode } from 'react';

type FormPart = { id: string; title: string };

type FormRoadProps = {
  parts: readonly FormPart[];
  /** How many parts have been reached; their stones are yellow. All of them when it isn't known. */
  reached?: number;
};

/** The parts of a form along a road: links that stay beside the form on desks. */
export function FormRoad({ parts, reached = parts.length }: FormRoadProps) {
  return (
    <nav className="flow" aria-label="Parts of this form">
      {parts.map(({ id, title }, position) => (
        <Fragment key={id}>
          <a href={`#${id}`}>
            <span className={position < reached ? 'ms on' : 'ms'} aria-hidden="true">
              {position + 1}
            </span>{' '}
            <span>{title}</span>
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}

/** One part of a form, numbered by its stone. `position` counts from 1. */
export function FormSection({ part, position, children }: { part: FormPart; position: number; children: ReactNode }) {
  return (
    <fieldset>
      <legend id={part.id}>
        <span className="ms" aria-hidden="true">
          {position}
        </span>{' '}
        {part.title}
      </legend>
      {children}
    </fieldset>
  );
}
