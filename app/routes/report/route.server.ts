import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { honeypotName } from '~/domain/messages/message';
import { reportLabels } from '~/domain/moderation/moderation';
import { type AboutReport, findReportable, nothingToReport, reportItem } from '~/domain/desk/reports.server';
import { type Actor, signInRequired } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { type FormSender, selectFields } from '~/submit/form-body.server';
import { createFormAction } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { createRejection, redirectToSignIn } from '~/http/responses.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { createGoneResponse } from '~/http/gone-offer.server';
import type { Runtime } from '~/http/runtime.server';
import { readConversationName } from '~/http/url-params';
import { paths } from '~/paths';
import { publicSubjects, type ReportedSubject } from '~db/enums';

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
  const item = kind && id ? findReportable(runtime.db, kind, id) : null;
  if (!kind || !item) return null;
  const isReview = kind === 'review';
  return {
    about: { kind, id: item.id },
    kind,
    title: item.title,
    text: isReview ? item.text : null,
    action: paths.report(kind, item.id),
    backHref: paths.vehicle(item.offerId, {}, isReview ? 'reviews' : undefined),
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
