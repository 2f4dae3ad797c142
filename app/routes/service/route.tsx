import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { serviceFailed } from '~/domain/services/service-request';
import { rupeesText } from '~/domain/shared/money';
import { phoneHref } from '~/domain/shared/text';
import { rejectionHeaders } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { responseUnlessBroken, unlessPosted } from '~/ui/forms/use-live-form';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ButtonLink, ActionLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { BookingForm, OwnRequests, type ServiceActionData } from './booking-form';
import { serviceAction } from './service.action.server';
import { loadService } from './service.loader.server';

export const handle: ScreenHandle = {
  kind: 'interactive',
  stylesheets: ['stat', 'panel', 'field', 'form-steps', 'service'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta(
    'Services',
    'Maintenance and repair, extended warranty, quick service and premium care: book a day, and follow your request.',
  );

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadService(request, runtimeOf(context)));

export const action = serviceAction;

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<ServiceActionData>(), serviceFailed);

export const shouldRevalidate = unlessPosted;

/** Four services, the booking form, and the user's own requests (docs/product.md, "Services"). */
export default function ServiceScreen() {
  const { services, hours, contact, own, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<ServiceActionData>();
  const booking = <BookingForm {...form} services={services} actionData={actionData} />;
  return (
    <>
      <PageHead
        title="Services"
        subtitle={`Open ${hours}. Book here, call or write.`}
        actions={
          form.changing ? undefined : (
            <ButtonLink kind="primary" href="#book">
              Book a Service
            </ButtonLink>
          )
        }
      >
        <p className="row">
          <ActionLink href={phoneHref(contact.phone)} icon="phone">
            {contact.phone}
          </ActionLink>{' '}
          <ActionLink href={`mailto:${contact.email}`} icon="mail">
            {contact.email}
          </ActionLink>
        </p>
      </PageHead>
      {!form.changing && (
        <section aria-labelledby="services">
          <h2 id="services">What we do</h2>
          <ul className="service-offers">
            {services.map(({ id, name, description, includes, startsAtRupees, duration }) => (
              <li key={id} className="panel">
                <div className="stack">
                  <h3>{name}</h3>
                  <p>{description}</p>
                  <ul className="checklist">
                    {includes.map((one) => (
                      <li key={one}>
                        <Icon name="check" /> {one}
                      </li>
                    ))}
                  </ul>
                  <p>
                    <span className="note">from</span> <span className="price">{rupeesText(startsAtRupees)}</span>{' '}
                    <span className="note">{duration}</span>
                  </p>
                  <p>
                    <ButtonLink href={`${paths.service({ type: id })}#book`}>
                      Book<span className="visually-hidden"> {name}</span>
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
