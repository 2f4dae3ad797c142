import type { ReactNode } from 'react';
import { initialsOf } from '~/domain/shared/text';
import { paths } from '~/paths';
import { AdviceList } from '~/ui/lists/account-lists';
import { FactList } from '~/ui/page/text-blocks';
import { ConditionChip, Plate } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { Facts } from '~/ui/vehicles/card-parts';
import { Estimate } from '~/ui/vehicles/vehicle-card';
import type { Details, Fact } from './details';

/** What its seller, or the catalogue, says about it. */
export function Description({ description, features, sale }: Details) {
  if (!description && features.length === 0) return null;
  const isSaidBySeller = sale === 'listed' || sale === 'sold';
  return (
    <section aria-labelledby="description">
      <h2 id="description">{isSaidBySeller ? 'In the seller’s words' : 'What it is'}</h2>
      {description && <p className="preserve-lines">{description}</p>}
      {features.length > 0 && (
        <ul className="ticked">
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type FoldProps = { title: string; note?: string; isOpen?: boolean; children: ReactNode };

/** A part that folds away, without a script. */
export function Fold({ title, note, isOpen = false, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen || undefined}>
      <summary>
        <h2>{title}</h2> {note && <small>{note}</small>}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  );
}

function shown({ value, look, isEstimate }: Fact, isElectric: boolean) {
  if (look === 'chip') return <ConditionChip condition={value} />;
  if (look === 'plate') return <Plate registration={value} isElectric={isElectric} />;
  return isEstimate ? <Estimate figure={value} /> : value;
}

/** All known facts, in groups; the first ones lie open. */
export function FactGroups({ groups, isElectric }: Details) {
  return groups.map(({ title, facts }, position) => (
    <Fold key={title} title={title} note={`${facts.length} facts`} isOpen={position < 2}>
      <FactList facts={facts.map((fact) => ({ name: fact.name, value: shown(fact, isElectric) }))} />
    </Fold>
  ));
}

/** The rider who offers it. */
export function Seller({ seller }: Details) {
  if (!seller) return null;
  return (
    <section className="seller" aria-labelledby="seller">
      <span className="seller-initials" aria-hidden="true">
        {initialsOf(seller.name)}
      </span>
      <div>
        <p className="note">Seller</p>
        <h2 id="seller">{seller.name}</h2>
        <Facts facts={seller.facts} />
      </div>
    </section>
  );
}

export function SafetyAdvice({ advice }: Details) {
  if (advice.length === 0) return null;
  return (
    <Fold title="Stay safe">
      <AdviceList advice={advice} />
    </Fold>
  );
}

export function Report({ id, reportedAs }: Details) {
  if (!reportedAs) return null;
  return (
    <p className="note">
      <a href={paths.report(reportedAs, id)}>Report this {reportedAs}</a>
    </p>
  );
}
