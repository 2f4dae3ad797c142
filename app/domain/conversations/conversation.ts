import type { Availability, ConversationSide, ListingKind, RequestKind } from '~db/enums';
import type { AppError, Reason } from '../shared/result';

/** Maximum length of a reply, in characters. The first message is a contact message and may be of any length. */
export const maxReplyLength = 2000;
export const maxMessages = 500;
export const messagesPerPage = 20;

/** By id for its sides; by the secret of a private link for a visitor, whose only access it is. */
export type ConversationName = { id: string } | { key: string };

export type BlockedSender = { id: string; name: string; createdAt: string };
export const blockedSendersPerPage = 20;

/** Contact details that one side can share with the other side only. */
export const contactKinds = ['phone', 'email'] as const;
export type ContactKind = (typeof contactKinds)[number];

export const quickReplies: Readonly<Record<ConversationSide, readonly string[]>> = {
  buyer: [
    'Is it still available?',
    'Can I see it this week?',
    'Where can I see it?',
    'What is the least you would take?',
  ],
  seller: ['Yes, it is available.', 'Saturday at 11?', 'The price is fixed.', 'Sorry, it has been sold.'],
};

/** How long a quick reply can be undone. */
export const heldSeconds = 10;

/** Many ask the same, so that a repeated question is no sign of spam. */
export const isReadyQuestion = (text: string): boolean => quickReplies.buyer.includes(text);

export type Conversation = {
  id: string;
  /** The request to the business, and its status; null between a buyer and a seller. */
  request: { kind: RequestKind; status: string } | null;
  subject: string;
  side: ConversationSide;
  otherName: string;
  /** The other side's phone and email; null while not shared. */
  shared: Record<ContactKind, string | null>;
  /** The actor's own contact details; `value` is null if there is none to share. */
  own: Record<ContactKind, { value: string | null; isShared: boolean }>;
  listing: {
    /** Null once the listing is deleted, and for a request without one. */
    id: string | null;
    /** The sell page of the listing; null for a used vehicle. */
    kind: ListingKind | null;
    name: string;
    availability: Availability | 'hidden' | 'deleted';
  };
  /** Why the conversation accepts no more messages; null while it does. */
  closed: Reason | null;
  isBlocked: boolean;
  createdAt: string;
};

export type ConversationMessage = {
  id: number;
  side: ConversationSide;
  text: string;
  operatorName: string | null;
  createdAt: string;
};

export const sentToSeller = 'Your message has been sent to the seller. The reply will appear here.';
/** For a repeated message from a client without proof that it sent the original one. */
export const sentToSellerBefore =
  'This message was sent to the seller before. Its private link was shown then, and is shown only once.';
export const replySent = 'Your message has been sent.';

export const deletedAccount = 'Deleted account';

export const conversationNotFound: AppError = { kind: 'not-found', code: 'conversation_not_found' };

export const inboxPerPage = 20;

export const inboxFilters = ['all', 'new', 'buying', 'selling'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export type InboxCounts = Readonly<Record<InboxFilter, number>>;

export type ConversationRow = {
  kind: 'conversation';
  id: string;
  side: ConversationSide;
  otherName: string;
  /** Kind and status of the request to the business; null between a buyer and a seller. */
  request: { kind: RequestKind; status: string } | null;
  listing: {
    /** Null once the listing is deleted, and for a request without one. */
    id: string | null;
    name: string;
    availability: Availability | 'hidden' | 'deleted';
  };
  isEnded: boolean;
  lastMessage: { text: string; isOwn: boolean };
  lastWrittenAt: string;
  /** Number of unread messages of the other side; 0 for suspected spam. */
  unread: number;
  isSuspect: boolean;
};
