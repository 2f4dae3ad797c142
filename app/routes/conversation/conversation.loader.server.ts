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

/** Where what it is about stands; null when nobody sees it any more. */
function hrefOf({ id, kind, availability }: Conversation['listing']): string | null {
  if (id === null || availability === 'hidden') return null;
  return kind === null ? paths.vehicle(id) : paths.listing(kind, id);
}

/**
 * A conversation as the side that asks sees it. Opening it is reading it.
 *
 * @returns null when there is none, or it is nothing of the asker's
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
    /** What one has here to share. */
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
    /** The same conversation on its other pages; the first is the newest. */
    pageHrefs: Array.from({ length: pages }, (_, index) => paths.conversation(name, { page: index + 1 })),
    action: paths.conversation(name),
    /** Nobody but who has this link finds the conversation again. */
    isPrivateLink: 'key' in name,
    back: 'key' in name ? null : actor.user ? paths.profile({ show: 'messages' }) : paths.manage(),
    idempotencyKey: newIdempotencyKey(),
    formValues: unfinishedFormOf(request, runtime)?.text ?? '',
    advice: fraudAdvice,
  };
}

export type ConversationScreen = NonNullable<ReturnType<typeof loadConversation>>;
