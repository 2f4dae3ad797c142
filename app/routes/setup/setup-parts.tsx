import type { ReactNode } from 'react';
import { useSite } from '~/ui/document';
import { ProgressSteps } from '~/ui/lists/progress';

const steps = ['Shop', 'Vehicles', 'Look', 'Mail'].map((name) => ({ name, note: '' }));

/** A step of the first run. @param step from 1 */
export function SetupPage({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const { name } = useSite();
  return (
    <div className="setup">
      <header className="setup-board">
        <p>{name}</p>
        <h1>{title}</h1>
      </header>
      <ProgressSteps steps={steps} passed={step} />
      <div className="setup-step">{children}</div>
    </div>
  );
}
