import type { ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { type AboutReport, findReportable } from '~/domain/reports/reports.server';
import type { Actor } from '~/domain/shared/actor';
import type { Runtime } from '~/http/runtime.server';
import { conversationNamed } from '~/http/search-params';
import { paths } from '~/paths';
import { publicSubjects, type ReportedSubject } from '~db/enums';

/** The subject of a report, with the form's name for it and its URL. */
type Reported = {
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

/**
 * The subject in the query: a conversation, or `listing`, `vehicle` or `review` with its id.
 *
 * @returns null for one that the actor may not see
 */
export function whatIsReported(url: string, runtime: Runtime, actor: Actor): Reported | null {
  const { searchParams } = new URL(url);
  const name = conversationNamed(searchParams, 'conversation');
  if (name) return reportedConversation(name, runtime, actor);
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
