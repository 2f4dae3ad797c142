import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { readSafetyAdvice } from '~/domain/content/support-content.server';
import { derivePrivateKey } from '~/domain/conversations/add-message.server';
import {
  type ContactKind,
  type Conversation,
  type ConversationName,
  contactKinds,
  conversationNotFound,
  quickReplies,
} from '~/domain/conversations/conversation';
import {
  findHeldReply,
  holdReply,
  markRead,
  shareContact,
  undoReply,
  writeMessage,
} from '~/domain/conversations/conversation.commands.server';
import { findConversation, findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { blockSender } from '~/domain/conversations/unwanted-messages.server';
import { findTextOfRequest } from '~/domain/desk/request.queries.server';
import { err, formatReason, ok, type Result } from '~/domain/shared/result';
import { toReference } from '~/domain/messages/message';
import { anonymous, signInRequired } from '~/domain/shared/actor';
import { getActor } from '~/http/actor.server';
import { readMessagesSecret } from '~/http/cookies/visitor.server';
import { isPrefetch } from '~/http/flash.server';
import { createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { getPublicOrigin, type Runtime } from '~/http/runtime.server';
import { readConversationName, readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import { formatWritten, type ThreadMessage } from '~/ui/lists/conversations';
import { getPicture } from '~/ui/lists/inbox-rows.server';
import { redirectToSignIn } from '~/http/responses.server';

/** Null when the subject is no longer visible. `key` is the secret of a private link, which also opens the visit. */
function getHref({ id: own, request, listing }: Conversation, key: string | null): string | null {
  if (request?.kind === 'appointment') return paths.appointment(key === null ? { id: own } : { key });
  const { id, kind, availability } = listing;
  if (id === null || availability === 'hidden') return null;
  return kind === null ? paths.vehicle(id) : paths.listing(kind, id);
}

/** Picture and price of the subject; null when neither is visible any more. */
function pictureOfListing({ db }: Runtime, { id }: Conversation['listing']) {
  const offer = id === null ? null : findOffer(db, id, anonymous);
  return offer ? getPicture(offer) : { picture: null, priceRupees: null };
}

/**
 * The secret of a visitor's private link, from the URL or the cookie of the browser that wrote first; null when the
 * reader needs none.
 */
function getPrivateKey(request: Request, { db }: Runtime, name: ConversationName, id: string): string | null {
  if ('key' in name) return name.key;
  const secret = readMessagesSecret(request);
  const key = secret && derivePrivateKey(secret, id);
  return key && findConversation(db, { key }, anonymous) ? key : null;
}

/** A customer's first message to the business, shown above the later messages. */
function findFirstMessage({ db, clock }: Runtime, { id, request, createdAt }: Conversation): ThreadMessage[] {
  const text = request && findTextOfRequest(db, { id, kind: request.kind });
  return text ? [{ id: 'first', isOwn: true, author: 'You', text, written: formatWritten(createdAt, clock()) }] : [];
}

const getConstraints = createFormConstraints({
  command: writeMessage,
  decode: (values) => ({ ...values, conversation: { id: '-' } }),
  fields: ['text'],
});

/** The quick reply that its side can still undo, with the seconds until it is sent. */
function findOwnHeldReply({ db, clock }: Runtime, conversation: Conversation) {
  const held = findHeldReply(db, conversation);
  if (!held) return null;
  const { text, sendAt } = held;
  return { text, sendAt, seconds: Math.max(0, Math.ceil((Date.parse(sendAt) - clock().getTime()) / 1000)) };
}

/** Viewing it marks it as read. Null when it does not exist, or the actor is on neither side. */
function loadConversation(request: Request, runtime: Runtime) {
  const { db, clock } = runtime;
  const now = clock();
  const { searchParams } = new URL(request.url);
  const actor = getActor(request, runtime);
  const name = readConversationName(searchParams, 'id');
  const conversation = name && findConversation(db, name, actor);
  if (!name || !conversation) return null;
  const { items, pagination } = findMessagesInConversation(db, conversation.id, readPageNumber(searchParams));
  if (request.method !== 'HEAD' && !isPrefetch(request)) markRead(conversation, { db });
  const { id, side, otherName, shared, own, listing, subject, closed, isBlocked, request: toBusiness } = conversation;
  const { page, pages } = pagination;
  const held = page === 1 ? findOwnHeldReply(runtime, conversation) : null;
  const key = getPrivateKey(request, runtime, name, id);
  const unfinished = readUnfinishedForm(request, runtime);
  const isReadableInBrowser = findConversation(db, { id }, actor) !== null;
  const messages: ThreadMessage[] = items.map((message) => ({
    id: message.id,
    isOwn: message.side === side,
    author: message.side === side ? 'You' : otherName,
    text: message.text,
    written: formatWritten(message.createdAt, now),
  }));
  return {
    side,
    /** Status of the request to the business; null between a buyer and a seller. */
    requestStatus: toBusiness?.status ?? null,
    subject,
    otherName,
    closed: closed && formatReason(closed),
    shared,
    own: contactKinds.flatMap((contact) => {
      const { value, isShared } = own[contact];
      return value === null ? [] : { contact, value, isShared };
    }),
    hasAccount: actor.user !== null,
    isBlocked,
    listing: { ...listing, href: getHref(conversation, key), ...pictureOfListing(runtime, listing) },
    quickReplies: listing.availability === 'available' && !closed && !toBusiness && !held ? quickReplies[side] : [],
    reference: toReference(id),
    reportHref: toBusiness ? null : paths.reportConversation(name),
    // The customer's first message is on the last page, which has the oldest messages.
    messages: page >= pages ? [...findFirstMessage(runtime, conversation), ...messages] : messages,
    held,
    page,
    pageHrefs: Array.from({ length: pages }, (_, index) => paths.conversation(name, { page: index + 1 })),
    action: paths.conversation(name),
    /** A private link that opens this conversation on any device; null when the actor needs none. */
    privateLink: key && getPublicOrigin(request, runtime) + paths.conversation({ key }),
    isReadableInBrowser,
    back: 'key' in name && !isReadableInBrowser ? null : paths.messages(),
    idempotencyKey: unfinished?.idempotencyKey ?? generateIdempotencyKey(),
    constraints: getConstraints(now),
    formValues: unfinished?.text ?? '',
    advice: readSafetyAdvice(db),
  };
}

export type ConversationScreen = NonNullable<ReturnType<typeof loadConversation>>;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const conversation = loadConversation(request, runtime);
  if (conversation) return json(conversation);
  const name = readConversationName(new URL(request.url).searchParams, 'id');
  const isSignedOut = getActor(request, runtime).user === null;
  if (name && 'id' in name && isSignedOut) throw redirectToSignIn(request, paths.conversation(name));
  throw new Response(null, { status: 404 });
}

const getName = ({ url }: Pick<FormPost, 'url'>): ConversationName | null =>
  readConversationName(url.searchParams, 'id');

/** The actor's access to the conversation. A conversation named by its id may be visible after signing in. */
function findOwnSide(post: FormPost): Result<ConversationName> {
  const { actor, runtime } = post;
  const name = getName(post);
  if (name && findConversation(runtime.db, name, actor)) return ok(name);
  return err(!actor.user && name && 'id' in name ? signInRequired : conversationNotFound);
}

const access = {
  check: findOwnSide,
  signIn(post: FormPost): string {
    const name = getName(post);
    return name ? paths.conversation(name) : paths.home();
  },
};

const shareAction = (contact: ContactKind, isShared: boolean) =>
  createFormAction({
    access,
    command: shareContact,
    decode: (_post, conversation) => ({ conversation, contact, isShared }),
    onSuccess: (_value, _post, name) => ({
      to: paths.conversation(name),
      flash: isShared ? 'contact-shared' : 'contact-hidden',
    }),
    redisplay: null,
  });

const blockAction = (isBlocked: boolean) =>
  createFormAction({
    access,
    command: blockSender,
    decode: (_post, conversation) => ({ conversation, isBlocked }),
    onSuccess: (_value, _post, name) => ({
      to: paths.conversation(name),
      flash: isBlocked ? 'sender-blocked' : 'sender-unblocked',
    }),
    redisplay: null,
  });

const forms = {
  hold: createFormAction({
    access,
    values: (fields) => ({ text: fields.get('quick') ?? '' }),
    command: holdReply,
    decode: ({ values }, conversation) => ({ ...values, conversation }),
    onSuccess: (_held, _post, name) => ({ to: paths.newestMessage(name) }),
    redisplay: () => ({}),
  }),
  undo: createFormAction({
    access,
    command: undoReply,
    decode: ({ fields }, conversation) => ({ sendAt: fields.get('sendAt') ?? '', conversation }),
    onSuccess: ({ isUndone }, _post, name) => ({
      to: paths.newestMessage(name),
      flash: isUndone ? 'answer-undone' : 'answer-too-late',
    }),
    redisplay: null,
  }),
  write: createFormAction({
    access,
    // Text typed before pressing a quick reply is sent with it rather than lost.
    values: (fields) => ({
      text: [fields.get('quick'), fields.get('text')].filter((words) => words?.trim()).join('\n'),
    }),
    command: writeMessage,
    decode: ({ values }, conversation) => ({ ...values, conversation }),
    onSuccess: (_message, _post, name) => ({ to: paths.newestMessage(name), flash: 'answer-sent' }),
    redisplay: () => ({}),
  }),
  'share-phone': shareAction('phone', true),
  'share-email': shareAction('email', true),
  'hide-phone': shareAction('phone', false),
  'hide-email': shareAction('email', false),
  block: blockAction(true),
  unblock: blockAction(false),
};

/** Held back unless a message was typed as well, which undoing would lose. */
const isOnlyQuick = (fields: FormPost['fields']): boolean => fields.has('quick') && !fields.get('text')?.trim();

export const action = createFormActions(
  ({ fields }) => findIntent(forms, fields.get('intent')) ?? (isOnlyQuick(fields) ? 'hold' : 'write'),
  forms,
);
