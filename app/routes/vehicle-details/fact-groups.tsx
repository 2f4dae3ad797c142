import type { CSSProperties } from 'react';
import { FactList } from '~/ui/page/fact-list';
import { ConditionChip } from '~/ui/signs/condition-chip';
import { Plate } from '~/ui/signs/plate';
import { Estimate } from '~/ui/vehicles/estimate';
import type { Fact, FactGroup } from './details';

function shown({ value, look, isEstimate }: Fact, isElectric: boolean) {
  if (look === 'chip') return <ConditionChip condition={value} />;
  if (look === 'plate') return <Plate registration={value} isElectric={isElectric} />;
  return isEstimate ? <Estimate figure={value} /> : value;
}

/** All that is known, in groups. */
export function FactGroups({ groups, isElectric }: { groups: readonly FactGroup[]; isElectric: boolean }) {
  const columns: CSSProperties = { '--n': groups.length === 3 ? 3 : 2 };
  return (
    <div className="info" style={columns}>
      {groups.map(({ title, facts }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <FactList facts={facts.map((fact) => ({ name: fact.name, value: shown(fact, isElectric) }))} />
        </section>
      ))}
    </div>
  );
}
