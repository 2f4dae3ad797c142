import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { PasswordAgain } from '~/ui/desk/password-again';
import { HiddenFields, KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'People', 'Everything of a person, by an email or a phone number.');

/** Finds a person; an address with the phone number would stay in the log and in the browser's history. */
export default function People() {
  const { mayTakeFile, needsPassword, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  const isFile = rejected?.values.intent === 'file';
  return (
    <DeskPage title="People">
      <div className="stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <form method="post" action={deskPaths.people()} className="stack" noValidate>
          <KeyField values={rejected?.values} />
          <TextField
            name="contact"
            label="Email or phone number"
            help="Shows all that this person wrote, booked and listed"
            value={rejected?.values.contact}
            error={isFile ? undefined : rejected?.errors.contact}
            autoComplete="off"
            required
          />
          <p>
            <Button kind="primary">Find the person</Button>
          </p>
        </form>
        {mayTakeFile && (
          <form method="post" action={deskPaths.people()} className="stack" noValidate>
            <h2>All customers</h2>
            <HiddenFields fields={{ intent: 'file' }} />
            <p className="note">
              Every request with name, phone number and email, as CSV. It is personal data: keep it no longer than you
              need it.
            </p>
            {needsPassword && <PasswordAgain error={isFile ? rejected.errors.password : undefined} />}
            <p>
              <Button>Save as CSV</Button>
            </p>
            <p>
              <ActionLink href={deskPaths.import('customers')}>Take over a list of customers</ActionLink>
            </p>
          </form>
        )}
      </div>
    </DeskPage>
  );
}
