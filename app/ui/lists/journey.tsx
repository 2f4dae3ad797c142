import { Icon } from '../primitives/icon';

export type Step = { name: string; note: string };

/** Stones on one road: those that were passed have a tick. Stylesheets `journey` and `step-number`. */
export function Journey({ steps, passed }: { steps: readonly Step[]; passed: number }) {
  return (
    <ol className="journey">
      {steps.map(({ name, note }, position) => {
        const isPassed = position < passed;
        return (
          <li
            key={name}
            className={isPassed ? 'journey-passed' : undefined}
            aria-current={position === passed - 1 ? 'step' : undefined}
          >
            <span className="step-number" aria-hidden="true">
              {isPassed ? <Icon name="check" /> : position + 1}
            </span>{' '}
            <div>
              <b>{name}</b> {note && <small>{note}</small>}
              {position === passed - 1 && <span className="visually-hidden">: so far</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
