import { FactList } from '~/ui/page/fact-list';

type AsItStandsProps = {
  labels: Readonly<Record<string, string>>;
  typed: Readonly<Record<string, string>>;
  /** What was stored in the meantime, by the same names. */
  stands: Readonly<Record<string, string>>;
};

/** Beside a change that somebody else's came before: what differs from it now. */
export function AsItStands({ labels, typed, stands }: AsItStandsProps) {
  const facts = Object.entries(stands)
    .filter(([name, value]) => value !== (typed[name] ?? ''))
    .map(([name, value]) => ({ name: labels[name] ?? name, value: value || 'Nothing' }));
  if (facts.length === 0) return null;
  return (
    <div className="stack">
      <h3>As it stands now</h3>
      <FactList facts={facts} />
    </div>
  );
}
