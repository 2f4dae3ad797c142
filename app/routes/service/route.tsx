import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { rupeesText } from '~/domain/money';
import { phoneHref } from '~/domain/phone-number';
import { serviceFailed } from '~/domain/services/service-rules';
import { refusalHeaders } from '~/doors/form-door.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { answerUnlessBroken } from '~/ui/forms/answer-unless-broken';
import { unlessPosted } from '~/ui/forms/unless-posted';
import { Icon } from '~/ui/icons/icon';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink, WayLink } from '~/ui/signs/button';
import { BookingForm, type ServiceAnswer } from './booking-form';
import { loadService } from './load-service.server';
import { OwnRequests } from './own-requests';
import { takeService } from './take-service.server';

export const handle: ScreenHandle = { kind: 'interactive', sheets: ['stones', 'panels', 'fields', 'forms', 'service'] };
export const headers = refusalHeaders;
export const meta = () =>
  pageMeta(
    'Services',
    'Maintenance and repair, extended warranty, quick service and premium care: book a day, and follow your request.',
  );

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadService(request, runtimeOf(context)));

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeService(request, runtimeOf(context), context.address ?? '');

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerUnlessBroken(() => serverAction<ServiceAnswer>(), serviceFailed);

export const shouldRevalidate = unlessPosted;

/** Four services, the booking form, and the user's own requests (docs/product.md, "Services"). */
export default function ServiceScreen() {
  const { services, hours, contact, own, ...form } = useLoaderData<typeof loader>();
  const answer = useActionData<ServiceAnswer>();
  const booking = <BookingForm {...form} services={services} answer={answer} />;
  return (
    <>
      <PageHead
        title="Services"
        subtitle={`Open ${hours}. Book here, call or write.`}
        actions={
          form.changing ? undefined : (
            <ButtonLink kind="go" href="#book">
              Book a Service
            </ButtonLink>
          )
        }
      >
        <p className="row">
          <WayLink href={phoneHref(contact.phone)} icon="phone">
            {contact.phone}
          </WayLink>{' '}
          <WayLink href={`mailto:${contact.email}`} icon="mail">
            {contact.email}
          </WayLink>
        </p>
      </PageHead>
      {!form.changing && (
        <section aria-labelledby="services">
          <h2 id="services">What we do</h2>
          <ul className="offers">
            {services.map(({ id, name, description, includes, startsAtRupees, duration }) => (
              <li key={id} className="panel">
                <div className="stack">
                  <h3>{name}</h3>
                  <p>{description}</p>
                  <ul className="ticks">
                    {includes.map((one) => (
                      <li key={one}>
                        <Icon name="check" /> {one}
                      </li>
                    ))}
                  </ul>
                  <p>
                    <span className="s">from</span> <span className="price">{rupeesText(startsAtRupees)}</span>{' '}
                    <span className="s">{duration}</span>
                  </p>
                  <p>
                    <ButtonLink href={`${paths.service({ type: id })}#book`}>
                      Book<span className="vh"> {name}</span>
                    </ButtonLink>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {booking}
      {own && !form.changing && <OwnRequests own={own} />}
    </>
  );
}
