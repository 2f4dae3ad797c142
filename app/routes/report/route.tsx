import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  longestReportText,
  type ReportField,
  reasonsFor,
  reasonTexts,
  reportFailed,
  reportLabels,
} from '~/domain/moderation/moderation';
import { getActor } from '~/http/actor.server';
import {
  newIdempotencyKey,
  privateAddressHeaders,
  redirectToSignIn,
  type RejectedForm,
  rejectionOf,
  unfinishedFormOf,
} from '~/http/form-response.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { Picks, TextAreaField, TrapField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { findReported, reportAction, reportConstraintsOn, reportPath } from './report.server';

/** Rendered for each actor: its form contains an idempotency key. */
export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true, stylesheets: ['field', 'feedback'] };
export const headers = privateAddressHeaders;
export const meta = () => pageMeta('Report', 'Tell us what is wrong with a listing, a review or a conversation.');

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const url = new URL(request.url);
  const reported = findReported({ url, runtime, actor: getActor(request, runtime) });
  if (!reported.ok) {
    const { error } = reported;
    throw error.kind === 'unauthenticated' ? redirectToSignIn(request, reportPath({ url })) : rejectionOf(error);
  }
  const { kind, title, text, action, backHref } = reported.value;
  return json({
    kind,
    title,
    text,
    action,
    backHref,
    idempotencyKey: newIdempotencyKey(),
    constraints: reportConstraintsOn(runtime.clock()),
    unfinished: unfinishedFormOf(request, runtime),
  });
}

export const action = reportAction;

/** Reports a published item, or a conversation of the actor, to operators only. */
export default function Report() {
  const { kind, title, text, backHref, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  const values: Record<string, string> | null = actionData?.values ?? form.unfinished;
  const field = (name: ReportField) => ({
    name,
    label: reportLabels[name],
    value: values?.[name],
    error: actionData?.errors[name],
    constraints: form.constraints.fields[name],
  });
  return (
    <>
      <PageHead title={`Report this ${kind}`} subtitle={title} back={{ text: 'Back', href: backHref }} />
      <section className="columns" aria-label="Report">
        <CheckedForm action={form.action} className="stack" constraints={form.constraints} failure={reportFailed}>
          <FormErrors message={actionData?.message} errors={actionData?.errors} />
          <input type="hidden" name="idempotencyKey" value={values?.idempotencyKey || form.idempotencyKey} />
          <Picks
            {...field('reason')}
            choices={reasonsFor(kind).map((reason) => ({ value: reason, label: reasonTexts[reason] }))}
          />
          <TextAreaField {...field('words')} maxLength={longestReportText} help="Optional" />
          <TrapField />
          <FormActions message={actionData?.message}>
            <Button kind="primary" busyText="Sending...">
              Send report
            </Button>{' '}
            <ButtonLink href={backHref}>Cancel</ButtonLink>
          </FormActions>
        </CheckedForm>
        <div className="stack">
          {text && (
            <blockquote>
              <p className="preserve-lines">{text}</p>
            </blockquote>
          )}
          <h2>What happens next</h2>
          {kind === 'conversation' ? (
            <p>
              A person looks at your report within 24 hours. Only with it may we read this conversation, and whenever we
              do, who and why is written down. The other side is not told that you reported it; if we end the
              conversation, both of you read why.
            </p>
          ) : (
            <p>
              A person looks at it within 24 hours and takes out of sight what breaks our rules. Whoever published it is
              not told who reported it. You need no account, and we ask for no name.
            </p>
          )}
          <p>
            Have you lost money, or been threatened? Go to the police, at cybercrime.gov.in or by calling 1930, and{' '}
            <a href={paths.contact({ subject: `Report: ${title}`, category: 'complaint' })}>write to us</a> as well.
          </p>
        </div>
      </section>
    </>
  );
}
