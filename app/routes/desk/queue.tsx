import type { RequestKind } from '~db/enums';
import { KindSign, RowLink } from '~/ui/desk/rows';
import type { IconName } from '~/ui/primitives/icon-shapes';

export const kindSigns: Readonly<Record<RequestKind, { icon: IconName; label: string }>> = {
  message: { icon: 'chat', label: 'Message' },
  service: { icon: 'wrench', label: 'Service' },
  feedback: { icon: 'star', label: 'Feedback' },
  appointment: { icon: 'calendar', label: 'Visit' },
};

export type QueueRow = {
  id: string;
  kind: RequestKind;
  name: string;
  /** The words of the customer. */
  line: string;
  href: string;
  /** How long it waits: '3 days'. */
  wait: string;
  isLate: boolean;
};

export function Queue({ rows, current }: { rows: readonly QueueRow[]; current?: string }) {
  return (
    <ol className="rows queue">
      {rows.map(({ id, kind, name, line, href, wait, isLate }) => (
        <li key={id}>
          <KindSign {...kindSigns[kind]} />
          <RowLink href={href} isCurrent={id === current}>
            {name}
          </RowLink>{' '}
          <span className={isLate ? 'when late' : 'when'}>{wait}</span>
          <p className="line one-line">{line}</p>
        </li>
      ))}
    </ol>
  );
}
