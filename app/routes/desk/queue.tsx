import type { RequestKind } from '~db/enums';
import { KindSign, RowLink, Tick } from '~/ui/desk/rows';
import { IconWithLabel } from '~/ui/primitives/icon';
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
  topic: string;
  /** What the customer wrote last. */
  line: string;
  href: string;
  /** How long it waits: '3 days'. */
  wait: string;
  isLate: boolean;
  isFlagged: boolean;
  /** Name of the operator who takes care of it. */
  assignee: string | null;
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

const writeInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

/** Customers with a tick each, inside the form of their list. */
export function People({ rows, chosen }: { rows: readonly QueueRow[]; chosen: readonly string[] }) {
  return (
    <ol className="rows people">
      {rows.map(({ id, kind, name, topic, line, href, wait, isLate, isFlagged, assignee }, row) => (
        <li key={id}>
          <Tick
            id={row === 0 ? 'chosen' : undefined}
            value={id}
            of={`${name}, ${topic}`}
            isChecked={chosen.includes(id)}
          />
          {isFlagged ? (
            <span className="kind-sign flagged">
              <IconWithLabel name={kindSigns[kind].icon} label={`${kindSigns[kind].label}, flagged`} />
            </span>
          ) : (
            <KindSign {...kindSigns[kind]} />
          )}
          <RowLink href={href}>{name}</RowLink> <span className="topic one-line">{topic}</span>{' '}
          <span className={isLate ? 'when late' : 'when'}>{wait}</span>
          <p className="line one-line">{line}</p>
          {assignee && (
            <span className="assigned" title={assignee}>
              {writeInitials(assignee)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
