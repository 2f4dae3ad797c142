import { fraudAdvice } from '~/domain/content/screen-content.server';
import { contactKinds, type Conversation } from '~/domain/conversations/conversation';
import { markRead } from '~/domain/conversations/conversation.commands.server';
import { findConversation, findMessagesOf } from '~/domain/conversations/conversation.queries.server';
import { referenceOf } from '~/domain/messages/message';
import { timestampText } from '~/domain/shared/dates';
import { getActor } from '~/http/actor.server';
import { newIdempotencyKey } from '~/http/form-response.server';
import { isFetchedAhead } from '~/http/request-headers';
import type { Runtime } from '~/http/runtime.server';
import { conversationNamed, pageNumber } from '~/http/search-params';
import { unfinishedFormOf } from '~/http/sign-in-first.server';
import { paths } from '~/paths';

/** URL of the subject; null when it is no longer visible. */
function hrefOf({ id, kind, availability }: Conversation['listing']): string | null {
  if (id === null || availability === 'hidden') return null;
  return kind === null ? paths.vehicle(id) : paths.listing(kind, id);
}

/**
 * A conversation as its requesting side sees it. Viewing it marks it as read.
 *
 * @returns null when it does not exist, or the actor is on neither side
 */
export function loadConversation(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const actor = getActor(request, runtime);
  const name = conversationNamed(searchParams, 'id');
  const conversation = name && findConversation(db, name, actor);
  if (!name || !conversation) return null;
  const { items, pagination } = findMessagesOf(db, conversation.id, pageNumber(searchParams));
  if (request.method !== 'HEAD' && !isFetchedAhead(request)) markRead(conversation, { db });
  const { id, side, otherName, shared, own, listing, subject, closed } = conversation;
  const { page, pages } = pagination;
  return {
    side,
    subject,
    otherName,
    closed,
    shared,
    /** Contact details that the actor can share here. */
    own: contactKinds.flatMap((contact) => {
      const { value, isShared } = own[contact];
      return value === null ? [] : { contact, value, isShared };
    }),
    hasAccount: actor.user !== null,
    listing: { ...listing, href: hrefOf(listing) },
    reference: referenceOf(id),
    reportHref: paths.reportConversation(name),
    messages: items.map((message) => ({
      id: message.id,
      isOwn: message.side === side,
      text: message.text,
      written: timestampText(new Date(message.createdAt)),
    })),
    page,
    /** Other pages of the conversation; the first is the newest. */
    pageHrefs: Array.from({ length: pages }, (_, index) => paths.conversation(name, { page: index + 1 })),
    action: paths.conversation(name),
    /** The conversation can be reached by this link only. */
    isPrivateLink: 'key' in name,
    back: 'key' in name ? null : actor.user ? paths.profile({ show: 'messages' }) : paths.manage(),
    idempotencyKey: newIdempotencyKey(),
    formValues: unfinishedFormOf(request, runtime)?.text ?? '',
    advice: fraudAdvice,
  };
}

export type ConversationScreen = NonNullable<ReturnType<typeof loadConversation>>;
