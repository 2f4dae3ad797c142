import type { ReactNode } from 'react';
import { Icon } from '../primitives/icon';

type Step = { name: string; note: string };

export function ProgressSteps({ steps, passed }: { steps: readonly Step[]; passed: number }) {
  return (
    <ol className="progress-steps">
      {steps.map(({ name, note }, position) => {
        const isPassed = position < passed;
        return (
          <li
            key={name}
            className={isPassed ? 'progress-done' : undefined}
            aria-current={position === passed - 1 ? 'step' : undefined}
          >
            <span className="step-number" aria-hidden="true">
              {isPassed ? <Icon name="check" /> : position + 1}
            </span>{' '}
            <div>
              <b>{name}</b> {note && <small>{note}</small>}
              {position === passed - 1 && <span className="unseen">: so far</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type Task = { title: string; text: string; action?: ReactNode; isDone?: boolean };

type TaskListProps = {
  tasks: readonly Task[];
  /** On phones, buttons are below the texts. */
  isTextLong?: boolean;
};

export function TaskList({ tasks, isTextLong = false }: TaskListProps) {
  return (
    <ol className={isTextLong ? 'task-list task-list-long' : 'task-list'}>
      {tasks.map(({ title, text, action, isDone = false }, index) => (
        <li key={title} className={isDone ? 'task-done' : undefined}>
          <span className="step-number" aria-hidden="true">
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
