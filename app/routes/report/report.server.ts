import type { ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { trapName } from '~/domain/messages/message';
import { type AboutReport, findReportable, nothingToReport, reportItem } from '~/domain/reports/reports.server';
import { type Actor, signInRequired } from '~/domain/shared/actor';
import { err, ok, type Result } from '~/domain/shared/result';
import { formConstraints } from '~/http/form-constraints.server';
import { type FormSender, formAction } from '~/http/form-action.server';
import type { Runtime } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';
import { publicSubjects, type ReportedSubject } from '~db/enums';

/** The subject of a report, with the form's name for it and its URL. */
export type Reported = {
  about: AboutReport;
  kind: ReportedSubject;
  title: string;
  /** Its text, where the text itself is reported. */
  text: string | null;
  /** Action of its form. */
  action: string;
  backHref: string;
};

function reportedConversation(name: ConversationName, { db }: Runtime, actor: Actor): Reported | null {
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

function reportedItem(searchParams: URLSearchParams, runtime: Runtime): Reported | null {
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
 * Finds the item that the URL names: a conversation, or `listing`, `vehicle` or `review` with its id.
 *
 * @returns not-found for an item that the actor doesn't see; unauthenticated for a conversation named by its id, which
 *   may be visible after signing in
 */
export function findReported({ url, runtime, actor }: Pick<FormSender, 'url' | 'runtime' | 'actor'>): Result<Reported> {
  const name = conversationNamed(url.searchParams, 'conversation');
  const reported = name ? reportedConversation(name, runtime, actor) : reportedItem(url.searchParams, runtime);
  if (reported) return ok(reported);
  return err(!actor.user && name && 'id' in name ? signInRequired : nothingToReport);
}

/** Path of the form after signing in. */
export function reportPath({ url }: Pick<FormSender, 'url'>): string {
  const name = conversationNamed(url.searchParams, 'conversation');
  return name ? paths.reportConversation(name) : paths.home();
}

/** What the browser checks of the form. Whether a comment is needed depends on the reason: the server checks it. */
export const reportConstraintsOn = formConstraints({
  command: reportItem,
  decode: (values) => ({ ...values, about: { kind: 'listing', id: '' } }),
  fields: ['reason'],
});

/** The form that reports the item of the URL. */
export const reportAction = formAction({
  access: findReported,
  signIn: { path: reportPath },
  command: reportItem,
  // How quickly the form was sent is no evidence of a bot: a reason is soon chosen.
  decode: ({ fields, values }, { about }) => ({ ...values, about, isSuspect: Boolean(fields.get(trapName)) }),
  onSuccess: (_report, _post, { backHref }) => ({ to: backHref, flash: 'report-sent' }),
  redisplay: () => ({}),
});
