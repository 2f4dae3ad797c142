import type { ImportState } from '~db/enums';
import { ProgressSteps } from '~/ui/lists/progress';

export const stateTexts: Readonly<Record<ImportState, string>> = {
  checking: 'Being read',
  checked: 'Not applied',
  applying: 'Being applied',
  applied: 'Applied',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Not readable',
};

const steps = ['File', 'Look', 'Applied'].map((name) => ({ name, note: '' }));

export const ImportSteps = ({ passed }: { passed: number }) => <ProgressSteps steps={steps} passed={passed} />;
