import { ProgressSteps } from '~/ui/lists/progress';

const steps = ['File', 'Look', 'Applied'].map((name) => ({ name, note: '' }));

export const ImportSteps = ({ passed }: { passed: number }) => <ProgressSteps steps={steps} passed={passed} />;
