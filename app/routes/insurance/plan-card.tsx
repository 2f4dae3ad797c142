import type { InsurancePlan } from '~/domain/content/finance-content.server';
import { aboutPlan } from '~/domain/subjects/subject';
import { rupeesText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { Icon } from '~/ui/primitives/icon';
import { ButtonLink } from '~/ui/primitives/button';
import { Tag } from '~/ui/primitives/chips';

/** A plan with its cover and exclusions; the popular one is a highway board. */
export function PlanCard({ plan }: { plan: InsurancePlan }) {
  const { id, name, pricePerYearRupees, popular, tagline, features, notIncluded } = plan;
  const price = rupeesText(pricePerYearRupees);
  return (
    <li className={popular ? 'callout' : 'panel'}>
      <p className="row">
        <span className="note">{tagline}</span> {popular && <Tag isYellow>Most Popular</Tag>}
      </p>
      <h3>{name}</h3>
      <p className="price price-large">
        {price} <small>a year</small>
      </p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
      </ul>
      {notIncluded.length > 0 && <p className="note">{`Not included: ${notIncluded.join('; ')}.`}</p>}
      <p>
        <ButtonLink
          kind={popular ? 'primary' : 'plain'}
          href={paths.contact({ subject: `${name}, ${price} a year`, category: 'sales', about: aboutPlan(id) })}
        >
          Select Plan<span className="visually-hidden">{` ${name}`}</span>
        </ButtonLink>
      </p>
    </li>
  );
}
