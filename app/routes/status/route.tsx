import { useActionData, useLoaderData } from '@remix-run/react';
import { foundMinutes, longestContact, longestReference } from '~/domain/status/status';
import { privateAddressHeaders, type RejectedForm } from '~/http/form-response.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { Journey } from '~/ui/lists/journey';
import { Thread } from '~/ui/lists/thread';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import { loadStatus, statusAction } from './status.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  stylesheets: ['step-number', 'field', 'journey', 'thread'],
};
export const headers = privateAddressHeaders;
export const loader = loadStatus;
export const action = statusAction;
export const meta = () =>
  pageMeta('Where is my request?', 'How far a message, service or booking has come, by its reference.');

type Item = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['item']>;

/** How far something that was sent has come, and what was answered. */
function Found({ item: { kind, title, reference, when, journey, ending, sent, answers } }: { item: Item }) {
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{title}</h2>
      <div className="ticket">
        <p>
          Reference <b>{reference}</b>
        </p>
        {journey ? (
          <Journey {...journey} />
        ) : (
          <p>
            <StatusChip tone="off">{ending.status}</StatusChip> <span>{ending.at}</span>
          </p>
        )}
      </div>
      <FactList
        facts={[
          { name: 'What', value: kind },
          { name: 'When', value: when },
          { name: 'Sent', value: journey ? null : sent },
        ]}
      />
      {answers.length > 0 ? (
        <>
          <h3>Answers</h3>
          <Thread messages={answers} />
          <p>
            To answer, open it under <a href={paths.messages()}>Messages</a> in the browser you wrote with, or by your
            private link.
          </p>
        </>
      ) : (
        <p>No answer yet. It will stand here.</p>
      )}
      <p className="note">{`This address works for ${foundMinutes} minutes. After that, look it up again.`}</p>
    </section>
  );
}

const lookupFailed = 'Your request could not be looked up. Please try again.';

/** Looks up what was sent, by its reference number (docs/product.md, "Status of a request"). */
export default function Status() {
  const { item, hasExpired, phone, constraints } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <>
      <PageHead
        title="Where is my request?"
        subtitle="Messages to us and to sellers, services, bookings, visits and feedback: by the reference, and the phone or email you gave."
        back={{ text: 'Contact', href: paths.contact() }}
      />
      <div className="columns section">
        {item && <Found item={item} />}
        <CheckedForm action={paths.status()} className="stack" constraints={constraints} failure={lookupFailed}>
          <h2>{item ? 'Find another request' : 'Find a request'}</h2>
          <FormErrors message={rejected?.message} errors={rejected?.errors} />
          {hasExpired && !rejected && <p>That address has expired. Please look your request up again.</p>}
          <TextField
            name="reference"
            label="Reference"
            help="Eight letters and numbers, such as 7F3A-91C2. Capitals and dashes do not matter."
            value={rejected?.values.reference}
            error={rejected?.errors.reference}
            constraints={constraints.fields.reference}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={longestReference}
          />
          <TextField
            name="contact"
            label="Phone or email"
            help="The one you gave with your request."
            value={rejected?.values.contact}
            error={rejected?.errors.contact}
            constraints={constraints.fields.contact}
            required
            autoComplete="email"
            maxLength={longestContact}
          />
          <FormActions message={rejected?.message}>
            <Button kind="primary" icon="search" busyText="Looking it up...">
              Find it
            </Button>
          </FormActions>
          <p className="note">
            No reference at hand? It stood on the page after you sent it. Or call us:{' '}
            <a href={phone.href}>{phone.text}</a>
          </p>
        </CheckedForm>
      </div>
    </>
  );
}
