import type { ReactNode } from 'react';

/** Names and values in rows. A value that is null leaves its row out. */
export function FactList({ facts }: { facts: readonly { name: string; value: ReactNode | null }[] }) {
  return (
    <dl className="spec">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
