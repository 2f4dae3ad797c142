/** A goal of the site, and its current result. */
type Goal = { value: number; atLeast?: number; atMost?: number; unit: string };

let reached = 0;
let missed = 0;

const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });
export const figure = (value: number): string => (value >= 100 ? plain : fine).format(value);

const print = (line = ''): void => console.log(line);

export function printTitle(title: string): void {
  print();
  print(title);
}

/** Formats a goal's value with its bound and ✓ or ✗; counted for the end of the report. */
function goalText({ value, atLeast, atMost, unit }: Goal): string {
  const isReached = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
  if (isReached) reached += 1;
  else missed += 1;
  const bound = atLeast === undefined ? `≤ ${figure(atMost ?? 0)}` : `≥ ${figure(atLeast)}`;
  return `${figure(value)}${unit} (${bound} ${isReached ? '✓' : '✗'})`;
}

export const printGoal = (what: string, goal: Goal, note = ''): void =>
  print(`  ${what.padEnd(46)}${goalText(goal)}${note && `   ${note}`}`);

export const printFigure = (what: string, text: string): void => print(`  ${what.padEnd(46)}${text}`);

export type Rate = { name: string; perSecond: number; atLeast?: number };

/** One line: ours, then each of the others with the ratio of the rates. */
export function printRates(what: string, ours: number, others: readonly Rate[], atLeast?: number): void {
  const own = atLeast === undefined ? `${figure(ours)}/s` : goalText({ value: ours, atLeast, unit: '/s' });
  const beside = others.map(({ name, perSecond, ...goal }) => {
    const ratio = ours / perSecond;
    const text = goal.atLeast === undefined ? `${figure(ratio)} ×` : goalText({ value: ratio, ...goal, unit: ' ×' });
    return `${text} ${name} ${figure(perSecond)}/s`;
  });
  print(`  ${what.padEnd(46)}${own.padEnd(16)}${beside.map((text) => `   ${text.padEnd(38)}`).join('')}`.trimEnd());
}

export function printEnd(): void {
  print();
  print(missed === 0 ? `All ${reached} goals are reached.` : `${reached} goals are reached, ${missed} missed (✗).`);
}
