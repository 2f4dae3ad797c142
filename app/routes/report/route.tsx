import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { honeypotName } from '~/domain/messages/message';
import {
  getReasons,
  maxReportLength,
  reasonTexts,
  reportFailed,
  type ReportField,
  reportLabels,
} from '~/domain/moderation/moderation';
import { type AboutReport, findReportable, nothingToReport, reportItem } from '~/domain/desk/reports.server';
import { type Actor, signInRequired } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { type FormSender, selectFields } from '~/submit/form-body.server';
import { createFormAction } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { createRejection, privateUrlHeaders } from '~/http/responses.server';
import { generateIdempotencyKey, readUnfinishedForm, type RejectedForm } from '~/submit/form-response.server';
import { redirectToSignIn } from '~/http/return-path.server';
import { createGoneResponse } from '~/http/gone-offer.server';
import type { Runtime } from '~/http/runtime.server';
import { readConversationName } from '~/http/url-params';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { RadioGroup, TextAreaField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { publicSubjects, type ReportedSubject } from '~db/enums';

/** Rendered for each actor: its form contains an idempotency key. */
export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
  openFormParameters: publicSubjects,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Report', 'Tell us what is wrong with a listing, a review or a conversation.');

type ReportedItem = {
  about: AboutReport;
  kind: ReportedSubject;
  title: string;
  /** Its text, when the text itself is reported. */
  text: string | null;
  action: string;
  backHref: string;
};

function findReportedConversation(name: ConversationName, { db }: Runtime, actor: Actor): ReportedItem | null {
  const conversation = findConversation(db, name, actor);
  if (conversation?.request) return null;
  return (
    conversation && {
      about: { kind: 'conversation', name },
      kind: 'conversation',
      title: conversation.listing.name,
      text: null,
      action: paths.reportConversation(name),
      backHref: paths.conversation(name),
    }
  );
}

function findReportedItem(searchParams: URLSearchParams, runtime: Runtime): ReportedItem | null {
  const kind = publicSubjects.find((subject) => searchParams.has(subject));
  const id = kind && searchParams.get(kind);
  const found = kind && id ? findReportable(runtime.db, kind, id) : null;
  if (!kind || !found) return null;
  const isReview = kind === 'review';
  return {
    about: { kind, id: found.id },
    kind,
    title: found.title,
    text: isReview ? found.text : null,
    action: paths.report(kind, found.id),
    backHref: paths.vehicle(found.offerId, {}, isReview ? 'reviews' : undefined),
  };
}

/**
 * @returns not-found for an item that is not visible to the actor; unauthenticated for a conversation named by its id,
 *   which may be visible after signing in
 */
function findReported({ url, runtime, actor }: Pick<FormSender, 'url' | 'runtime' | 'actor'>): Result<ReportedItem> {
  const name = readConversationName(url.searchParams, 'conversation');
  const reported = name ? findReportedConversation(name, runtime, actor) : findReportedItem(url.searchParams, runtime);
  if (reported) return ok(reported);
  return err(!actor.user && name && 'id' in name ? signInRequired : nothingToReport);
}

function getReportPath({ url }: Pick<FormSender, 'url'>): string {
  const name = readConversationName(url.searchParams, 'conversation');
  return name ? paths.reportConversation(name) : paths.home();
}

/**
 * Constraints checked in the browser. Whether a comment is required depends on the reason, so only the server checks
 * it.
 */
const getReportConstraints = createFormConstraints({
  command: reportItem,
  decode: (values) => ({ ...values, about: { kind: 'listing', id: '' } }),
  fields: ['reason'],
});

export const action = createFormAction({
  access: { check: findReported, signIn: getReportPath },
  values: selectFields(Object.keys(reportLabels)),
  command: reportItem,
  // Speed is no sign of a bot here: people choose a reason quickly.
  decode: ({ fields, values }, { about }) => ({ ...values, about, isSuspect: Boolean(fields.get(honeypotName)) }),
  onSuccess: (_report, _post, { backHref }) => ({ to: backHref, flash: 'report-sent' }),
  redisplay: () => ({}),
});

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const url = new URL(request.url);
  const reported = findReported({ url, runtime, actor: getActor(request, runtime) });
  if (!reported.ok) {
    const { error } = reported;
    if (error.kind === 'unauthenticated') throw redirectToSignIn(request, getReportPath({ url }));
    const offerId = url.searchParams.get('listing') ?? url.searchParams.get('vehicle');
    const rejection = createRejection(error);
    throw offerId ? createGoneResponse(request, runtime, offerId, rejection) : rejection;
  }
  const { kind, title, text, action, backHref } = reported.value;
  return json({
    kind,
    title,
    text,
    action,
    backHref,
    idempotencyKey: generateIdempotencyKey(),
    constraints: getReportConstraints(runtime.clock()),
    unfinished: readUnfinishedForm(request, runtime),
  });
}

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
