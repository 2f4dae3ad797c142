import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findInsuredVehicles } from '~/domain/catalogue/stock.queries.server';
import { readShop } from '~/domain/content/shop.server';
import { type InsurancePlan, readInsurance } from '~/domain/content/finance-content.server';
import { readHomeTexts } from '~/domain/content/home-content.server';
import { formatRupees } from '~/domain/shared/money';
import { createAboutPlan } from '~/domain/messages/message';
import { paths } from '~/paths';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ButtonLink } from '~/ui/primitives/button';
import { Tag } from '~/ui/primitives/chips';
import { Portrait } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Stat } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Facts } from '~/ui/vehicles/card-parts';
import { Carousel } from '~/ui/vehicles/carousel';
import { CompareForm } from '~/ui/vehicles/compare-list';
import { Stars } from '~/ui/primitives/stars';
import { VehicleCard } from '~/ui/vehicles/vehicle-card';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: [],
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Insurance',
    'Three plans for bikes and scooters, with what each leaves out printed next to its price.',
  );

/** Insurance plans (docs/product.md, "Insurance"). */
export function loader({ context }: LoaderFunctionArgs) {
  const { db } = context.runtime;
  const { title, text, action } = readHomeTexts(db).insuranceBlock;
  return json({
    hero: { title, text, action },
    vehicles: findInsuredVehicles(db),
    // Keeps a number on one line.
    phone: readShop(db).phone.replaceAll(' ', '\u00a0'),
    ...readInsurance(db),
  });
}

const clothes = ['#1f4fd8', '#b2541f', '#0b6b4b'] as const;

export default function Insurance() {
  const { hero, vehicles, benefits, plans, priceBasis, newVehicleNote, steps, testimonials, phone } =
    useLoaderData<typeof loader>();
  const cheapest = Math.min(...plans.map(({ pricePerYearRupees }) => pricePerYearRupees));
  return (
    <>
      <PageHead
        title={hero.title}
        subtitle={hero.text}
        back={{ text: 'Back to Home', href: paths.home() }}
        action={
          <ButtonLink kind="primary" icon="down" href="#plans">
            {hero.action}
          </ButtonLink>
        }
      />
      <section aria-labelledby="insured">
        <SectionHead
          id="insured"
          title="Popular Insured Vehicles"
          more={{ text: 'Showroom', href: paths.showroom() }}
        />
        <CompareForm backTo="insured">
          <Carousel kind="small">
            {vehicles.map((vehicle) => (
              <VehicleCard key={vehicle.id} vehicle={vehicle} />
            ))}
          </Carousel>
        </CompareForm>
      </section>
      <section aria-labelledby="benefits">
        <h2 id="benefits">Why insure with us</h2>
        <ul className="benefits">
          {benefits.map(({ title, description }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="divided" id="plans" aria-labelledby="plans-title">
        <h2 id="plans-title">Insurance Plans</h2>
        <ul className="plans">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </ul>
        <p className="note">{priceBasis}</p>
        <p className="note">{newVehicleNote}</p>
      </section>
      <section aria-labelledby="how">
        <h2 id="how">How It Works</h2>
        <ol className="process-steps">
          {steps.map(({ title, description }) => (
            <li key={title}>
              <span className="step-number" />
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="divided" aria-labelledby="said">
        <h2 id="said">What riders say</h2>
        <ul className="auto-columns">
          {testimonials.map(({ name, face, city, rating, comment }, position) => (
            <li key={name} className="stack testimonial">
              <Stars rating={rating} />
              <p>{comment}</p>
              <div className="row">
                <Portrait face={face} colour={clothes[position] ?? clothes[0]} />{' '}
                <Facts facts={[`${name}, ${city}`, 'Sample']} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="callback">
        <div className="dark-panel callback stack">
          <div className="stack">
            <h2 id="callback">Need help choosing?</h2>
            <p>{`Tell us what you ride and where, and we will call you back; or call us on ${phone}.`}</p>
            <p>
              <ButtonLink
                kind="primary"
                icon="phone"
                href={paths.contact({ subject: 'Please call me back about insurance', category: 'sales' })}
              >
                Request a Callback
              </ButtonLink>
            </p>
          </div>
          <Stat name="Plans from" value={formatRupees(cheapest)} unit="a year" />
        </div>
      </section>
    </>
  );
}

function PlanCard({ plan }: { plan: InsurancePlan }) {
  const { id, name, pricePerYearRupees, popular, tagline, features, notIncluded } = plan;
  const price = formatRupees(pricePerYearRupees);
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
          href={paths.contact({ subject: `${name}, ${price} a year`, category: 'sales', about: createAboutPlan(id) })}
        >
          Select Plan<span className="unseen">{` ${name}`}</span>
        </ButtonLink>
      </p>
    </li>
  );
}
