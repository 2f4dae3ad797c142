import type { ReactNode } from 'react';

export type Milestone = { title: string; text: string; action?: ReactNode; isDone?: boolean };

/** What there is to do, each beside its stone on the road; what is done has a tick. Stylesheets `milestones` and `step-number`. */
export function Milestones({ milestones }: { milestones: readonly Milestone[] }) {
  return (
    <ol className="milestones">
      {milestones.map(({ title, text, action, isDone = false }, index) => (
        <li key={title} className={isDone ? 'milestone-done' : undefined}>
          <span className="step-number step-reached" aria-hidden="true">
            {isDone ? '✓' : index + 1}
          </span>{' '}
          <div>
            <b>{title}</b>
            <p className="note">{isDone ? 'Done.' : text}</p>
          </div>
          {!isDone && action}
        </li>
      ))}
    </ol>
  );
}
