import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { issuedCodeMinutes } from '~/domain/accounts/account';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { OneTimeCode } from '~/ui/page/one-time-code';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ConfirmPasswordField } from '../parts';
import type { IssuedLostCode, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'A new code', 'For somebody who lost a password or the code of a listing.');

const copy = {
  recovery: {
    title: 'Recovery codes',
    back: { text: 'Team', href: deskPaths.team() },
    text: `With it and their email a person sets a new password, once, within ${issuedCodeMinutes} minutes. First make sure who asks: call the phone in the profile, or ask what only they can know.`,
    button: 'Issue a recovery code',
    advice: `Pass it on by voice, or hand it over. It works once, for ${issuedCodeMinutes} minutes, at /recover.`,
  },
  listing: {
    title: 'Listing codes',
    back: { text: 'Stock', href: deskPaths.stock() },
    text: 'For a seller without an account who lost the code. The old code stops working, also in the seller’s own browser. First make sure who asks: by the photos, the papers, the number plate.',
    button: 'Issue a new code',
    advice: 'Pass it on by voice, or hand it over. It opens all listings of the code that was lost.',
  },
} as const;

/** Issues a new code to a user who lost theirs. The operator's reason is logged. */
export default function LostCode() {
  const { kind, listing, unfinished, needsPassword } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm | IssuedLostCode>() ?? unfinished ?? undefined;
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  const issued = actionData && 'issued' in actionData ? actionData.issued : undefined;
  const { title, back, text, button, advice } = copy[kind];
  const field = (name: string) => ({
    name,
    value: rejected?.values[name],
    error: rejected?.errors[name],
    required: true,
  });
  return (
    <DeskPage title={title} back={back}>
      <div className="stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        {issued && (
          <OneTimeCode
            title={`Code for ${issued.name}`}
            code={issued.code}
            file={{ name: 'dopahiya-code.txt', lines: [issued.code, advice] }}
          >
            Shown only now. {advice}
          </OneTimeCode>
        )}
        <form
          method="post"
          action={kind === 'recovery' ? deskPaths.recoveryCode() : deskPaths.listingCode()}
          className="stack"
          noValidate
        >
          <p>{text}</p>
          {kind === 'recovery' ? (
            <TextField {...field('email')} label="Email of the account" type="email" />
          ) : (
            <TextField
              {...field('listing')}
              value={rejected?.values.listing ?? listing}
              label="Listing"
              help="Its link, or its id"
            />
          )}
          <TextField {...field('reason')} label="Reason" help="How you know who asks. It is logged." />
          {needsPassword && !issued && <ConfirmPasswordField what="issue a code" error={rejected?.errors.password} />}
          <p>
            <Button kind="primary" busyText="Issuing...">
              {button}
            </Button>
          </p>
        </form>
      </div>
    </DeskPage>
  );
}
