/** How far something is: waiting, being worked on, done, or called off. */
export type StatusTone = 'waiting' | 'moving' | 'done' | 'off';

const classes: Readonly<Record<StatusTone, string>> = {
  waiting: 'chip fair',
  moving: 'chip good',
  done: 'chip excellent',
  off: 'chip',
};

/** The status of what someone sent. The word is always there, never colour alone. */
export function StatusChip({ tone, children }: { tone: StatusTone; children: string }) {
  return <span className={classes[tone]}>{children}</span>;
}
