import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { kindNames, longestText } from '~/domain/appointments/appointment';
import { privateAddressHeaders, type RejectedForm } from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { SendToMyself } from '~/ui/page/send-to-myself';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { AppointmentStatus } from '~db/enums';
import { type AppointmentScreen, appointmentAction, loadAppointment } from './appointment.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['step-number', 'field', 'appointment'],
};
export const headers = privateAddressHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data ? `${kindNames[data.kind]}: ${data.reference}` : 'Your visit', 'How far your visit has come.');

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadAppointment(request, runtimeOf(context)));

export const action = appointmentAction;

const titles: Readonly<Record<AppointmentStatus, { title: string; subtitle: string }>> = {
  requested: { title: 'We have your request', subtitle: 'Keep the reference; nothing else is needed.' },
  confirmed: { title: 'Your visit is confirmed', subtitle: 'We expect you.' },
  done: { title: 'Your visit', subtitle: 'Thank you for coming.' },
  cancelled: { title: 'This visit is called off', subtitle: 'Its place is free for others.' },
};

/** Three stones on one road: what has happened has a tick. */
function Journey({ screen: { status, requested, confirmed, done, when } }: { screen: AppointmentScreen }) {
  const reached = status === 'requested' ? 1 : status === 'confirmed' ? 2 : 3;
  const steps = [
    { name: 'Requested', note: requested },
    { name: 'Confirmed', note: confirmed || 'by phone or here' },
    { name: 'Done', note: done || when.split(', ').slice(1).join(', ') },
  ];
  return (
    <ol className="journey">
      {steps.map(({ name, note }, position) => {
        const isPassed = position < reached;
        return (
          <li
            key={name}
            className={isPassed ? 'journey-passed' : undefined}
            aria-current={position === reached - 1 ? 'step' : undefined}
          >
            <span className="step-number" aria-hidden="true">
              {isPassed ? <Icon name="check" /> : position + 1}
            </span>{' '}
            <div>
              <b>{name}</b> <small>{note}</small>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A visit that was asked for, and how far it has come (docs/product.md, "Appointments"). */
export default function AppointmentPage() {
  const screen = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const { status, reference, cancelled, facts, calendarHref, mapHref, privateLink, back, again } = screen;
  return (
    <>
      <PageHead {...titles[status]} {...(back && { back: { text: 'My Bookings', href: back } })} />
      <div className="columns section">
        <section className="stack" aria-labelledby="progress">
          <h2 id="progress" className="visually-hidden">
            How far it is
          </h2>
          {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
          <div className="ticket">
            <p>
              Reference <b>{reference}</b>
            </p>
            {cancelled ? (
              <p>
                <StatusChip tone="off">Called off</StatusChip> <span>{cancelled.at}</span>
              </p>
            ) : (
              <Journey screen={screen} />
            )}
          </div>
          {cancelled?.isByUs && (
            <p>
              We had to call this visit off, and are sorry for it.
              {cancelled.reason && ` Our reason: ${cancelled.reason}`}
            </p>
          )}
          {status === 'requested' && <p>We confirm by phone, or on this page: come back to see how far it is.</p>}
          <p className="row">
            <ButtonLink icon="calendar" href={calendarHref}>
              {cancelled ? 'Take it out of the calendar' : 'Add to calendar'}
            </ButtonLink>{' '}
            <ButtonLink icon="pin" href={mapHref} rel="noreferrer">
              Find the branch
            </ButtonLink>
          </p>
          {privateLink !== null && (
            <div className="stack">
              <h2>Your private link</h2>
              <p>Only this link opens the page of your visit. Keep it.</p>
              <p>
                <a href={privateLink}>{privateLink}</a>
              </p>
              <SendToMyself
                subject="My visit"
                text={`My visit: ${privateLink}`}
                copy={{ text: privateLink, label: 'Copy the link' }}
              />
            </div>
          )}
        </section>
        <section className="stack" aria-labelledby="visit">
          <h2 id="visit">Your visit</h2>
          <FactList facts={facts} />
          {screen.canCancel ? (
            <CallOff screen={screen} />
          ) : (
            <p>
              <ButtonLink href={again}>Book another visit</ButtonLink>
            </p>
          )}
        </section>
      </div>
    </>
  );
}

function CallOff({ screen: { action: path, version } }: { screen: AppointmentScreen }) {
  return (
    <details className="call-off">
      <summary className="button">Call it off</summary>
      <form method="post" action={path} className="stack">
        <input type="hidden" name="version" value={version} />
        <TextField name="reason" label="Why?" help="Optional" maxLength={longestText.reason} />
        <p>
          <Button kind="danger" busyText="Calling off...">
            Call this visit off
          </Button>
        </p>
      </form>
    </details>
  );
}
