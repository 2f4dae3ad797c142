import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { foundMinutes } from '~/domain/status/status';
import { privateUrlHeaders } from '~/http/responses.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { Thread } from '~/ui/lists/conversations';
import { ProgressSteps } from '~/ui/lists/progress';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList } from '~/ui/page/text-blocks';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: (search) => (search.size === 0 ? [] : null),
  openFormParameters: [],
  unlisted: true,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Where is my request?', 'How far a message, service or booking has come, by its reference.');

type Item = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['item']>;

function FoundRequest({ item: { kind, title, reference, when, progress, ending, sent, answers } }: { item: Item }) {
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{title}</h2>
      <div className="request-summary">
        <p>
          Reference <b>{reference}</b>
        </p>
        {progress ? (
          <ProgressSteps {...progress} />
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
          { name: 'Sent', value: progress ? null : sent },
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
        <p>No answer yet. It will appear here.</p>
      )}
      <p className="note">{`You can come back to this page for ${foundMinutes} minutes. After that, look your request up again.`}</p>
    </section>
  );
}

const lookupFailure = 'Your request could not be looked up. Please try again.';

/** Looks up a request by its reference number (docs/product.md, "Status of a request"). */
export default function Status() {
  const { item, reference, hasExpired, phone, constraints } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <>
      <PageHead
        title="Where is my request?"
        subtitle="By its reference, and the phone or email you gave."
        back={{ text: 'Contact', href: paths.contact() }}
      />
      <div className="columns section">
        {item && <FoundRequest item={item} />}
        <CheckedForm action={paths.status()} className="stack" constraints={constraints} failure={lookupFailure}>
          <h2>{item ? 'Find another request' : 'Find a request'}</h2>
          <FormErrors message={rejected?.message} errors={rejected?.errors} />
          {hasExpired && !rejected && <p>That address has expired. Please look your request up again.</p>}
          <TextField
            name="reference"
            label="Reference"
            help="Eight letters and numbers, such as 7F3A-91C2. Capitals and dashes do not matter."
            value={rejected?.values.reference ?? reference}
            error={rejected?.errors.reference}
            constraints={constraints.fields.reference}
            required
            spellCheck={false}
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
          />
          <FormActions message={rejected?.message}>
            <Button kind="primary" icon="search" busyText="Looking it up...">
              Find it
            </Button>
          </FormActions>
        </CheckedForm>
        <section className="stack" aria-labelledby="no-reference">
          <h2 id="no-reference">No reference at hand?</h2>
          <p>It stood on the page after you sent it, and what you wrote in this browser is under Messages.</p>
          <p className="row">
            <ButtonLink href={paths.messages()}>Messages</ButtonLink>{' '}
            <ActionLink href={phone.href} icon="phone">
              {phone.text}
            </ActionLink>
          </p>
        </section>
      </div>
    </>
  );
}
