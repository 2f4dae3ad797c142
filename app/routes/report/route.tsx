import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  getReasons,
  maxReportLength,
  reasonTexts,
  reportFailed,
  type ReportField,
  reportLabels,
} from '~/domain/moderation/moderation';
import { privateUrlHeaders } from '~/http/responses.server';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { RadioGroup, TextAreaField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { publicSubjects } from '~db/enums';
import type { loader } from './route.server';

export { action, loader } from './route.server';

/** Rendered for each actor: its form contains an idempotency key. */
export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  openFormParameters: publicSubjects,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Report', 'Tell us what is wrong with a listing, a review or a conversation.');

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
          <RadioGroup
            {...field('reason')}
            choices={getReasons(kind).map((reason) => ({ value: reason, label: reasonTexts[reason] }))}
          />
          <TextAreaField {...field('words')} counter={maxReportLength} help="Optional" />
          <HoneypotField />
          <FormActions message={actionData?.message}>
            <Button kind="primary" busyText="Sending...">
              Send report
            </Button>{' '}
            <ButtonLink href={backHref}>Cancel</ButtonLink>
          </FormActions>
        </CheckedForm>
        <div className="stack">
          {text && (
            <blockquote className="quote">
              <p className="preserve-lines">{text}</p>
            </blockquote>
          )}
          <h2>What happens next</h2>
          {kind === 'conversation' ? (
            <p>
              A person reviews your report within 24 hours. Only a report lets us read this conversation, and each time
              we do, who and why is logged. The other side does not learn that you reported it; if we end the
              conversation, both of you see the reason.
            </p>
          ) : (
            <p>
              A person reviews it within 24 hours, and hides what breaks our rules. The publisher does not learn who
              reported it. You need no account, and we do not ask for your name.
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
