import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { kindNames, moveFailed } from '~/domain/appointments/appointment';
import type { DayChoice } from '~/domain/appointments/slots';
import { privateUrlHeaders } from '~/http/responses.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { DayAndTime } from '~/ui/forms/day-and-time';
import { KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ProgressSteps } from '~/ui/lists/progress';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { SendToOwnDevice } from '~/ui/page/one-time-code';
import { FactList } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { AppointmentStatus } from '~db/enums';
import type { AppointmentScreen, loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, data ? `${kindNames[data.kind]}: ${data.reference}` : 'Your visit', 'The status of your visit.');

const titles: Readonly<Record<AppointmentStatus, { title: string; subtitle: string }>> = {
  requested: { title: 'We have your request', subtitle: 'Keep the reference; nothing else is needed.' },
  confirmed: { title: 'Your visit is confirmed', subtitle: 'We expect you.' },
  done: { title: 'Your visit', subtitle: 'Thank you for coming.' },
  cancelled: { title: 'This visit is cancelled', subtitle: 'Its place is free for others.' },
};

/** A requested visit and its status (docs/product.md, "Appointments"). */
export default function AppointmentPage() {
  const screen = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? screen.unfinished ?? undefined;
  const { status, reference, cancelled, facts, calendarHref, mapHref, privateLink, back, customer, again } = screen;
  const { conversation } = screen;
  return (
    <>
      <PageHead
        {...titles[status]}
        {...(customer && { title: customer, subtitle: screen.what })}
        {...(back && { back })}
      />
      <div className="columns section">
        <section className="stack" aria-labelledby="progress">
          <h2 id="progress" className="unseen">
            How far it is
          </h2>
          {rejected && rejected.values.intent !== 'move' && (
            <ErrorSummary message={rejected.message} errors={rejected.errors} />
          )}
          <div className="request-summary">
            <p>
              Reference <b>{reference}</b>
            </p>
            {cancelled ? (
              <p>
                <StatusChip tone="off">Cancelled</StatusChip> <span>{cancelled.at}</span>
              </p>
            ) : (
              <ProgressSteps steps={screen.steps} passed={screen.passed} />
            )}
          </div>
          {cancelled?.isByUs && (
            <p>
              We had to cancel this visit. We are sorry.
              {cancelled.reason && ` Our reason: ${cancelled.reason}`}
            </p>
          )}
          {status === 'requested' && <p>We confirm by phone, or on this page: come back to see its status.</p>}
          {conversation.answer !== null && customer === null && (
            <p className="note">
              We wrote: “{conversation.answer}” <a href={conversation.href}>Read and answer</a>
            </p>
          )}
          <p className="visit-ways">
            <ButtonLink icon="calendar" href={calendarHref}>
              {cancelled ? 'Remove it from the calendar' : 'Add to calendar'}
            </ButtonLink>{' '}
            <ButtonLink icon="pin" href={mapHref} rel="noreferrer">
              Find the branch
            </ButtonLink>{' '}
            <ButtonLink icon="chat" href={conversation.href}>
              {customer === null ? 'Write to us about it' : 'Write to the customer'}
            </ButtonLink>
          </p>
          {privateLink !== null && (
            <div className="stack">
              <h2>Your private link</h2>
              <p>Only this link opens the page of your visit. Keep it.</p>
              <p>
                <a href={privateLink}>{privateLink}</a>
              </p>
              <SendToOwnDevice
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
          {screen.moves.length > 0 && (
            <ul className="note">
              {screen.moves.map((move) => (
                <li key={move}>{move}</li>
              ))}
            </ul>
          )}
          {screen.days ? (
            <div className="visit-changes">
              <MoveForm screen={screen} days={screen.days} rejected={rejected} />
              <CancelForm screen={screen} rejected={rejected} />
            </div>
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

type MoveFormProps = { screen: AppointmentScreen; days: readonly DayChoice[]; rejected: RejectedForm | undefined };

function MoveForm({ screen: { action: path, version, moveConstraints }, days, rejected }: MoveFormProps) {
  const isRejected = rejected?.values.intent === 'move';
  const errors = isRejected ? rejected.errors : {};
  return (
    <details open={isRejected}>
      <summary className="button">Change time</summary>
      <CheckedForm action={path} className="stack" constraints={moveConstraints} failure={moveFailed}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="move" />
        <KeyField values={isRejected ? rejected.values : undefined} />
        <FormErrors message={isRejected ? rejected.message : undefined} errors={errors} />
        <DayAndTime
          days={days}
          values={isRejected ? rejected.values : {}}
          errors={errors}
          constraints={moveConstraints.fields}
        />
        <p>
          <Button kind="primary" busyText="Moving...">
            Move the visit
          </Button>
        </p>
      </CheckedForm>
    </details>
  );
}

function CancelForm({ screen: { action: path, version }, rejected }: Omit<MoveFormProps, 'days'>) {
  const { values, errors } = rejected?.values.intent === 'move' ? {} : { ...rejected };
  return (
    <details open={values !== undefined}>
      <summary className="button">Cancel visit</summary>
      <form method="post" action={path} className="stack">
        <input type="hidden" name="version" value={version} />
        <KeyField values={values} />
        <TextField name="reason" label="Why?" help="Optional" value={values?.reason} error={errors?.reason} />
        <p>
          <Button kind="danger" busyText="Cancelling...">
            Cancel this visit
          </Button>
        </p>
      </form>
    </details>
  );
}
