import type { Availability, ConversationSide, ListingKind, RequestKind } from '~db/enums';
import type { AppError, Reason } from '../shared/result';

/** Limits of conversations between buyers and sellers, and with the desk, that forms and validation share. */

/** Maximum length of a reply, in characters. The first message is a contact message and may be of any length. */
export const maxReplyLength = 2000;
/** Maximum number of messages in a conversation. */
export const maxMessages = 500;
export const messagesPerPage = 20;

/**
 * Identifies a conversation: by its id for its sides, who are users or have a manage key; or by the secret of a visitor's
 * private link, which is the visitor's only access.
 */
export type ConversationName = { id: string } | { key: string };

/** A sender whom a user has blocked. */
export type BlockedSender = { id: string; name: string; createdAt: string };
export const blockedSendersPerPage = 20;

/** Contact details that one side can share with the other side only. */
export const contactKinds = ['phone', 'email'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Replies that can be sent with one press, by side; the seller's answer the buyer's. */
export const quickReplies: Readonly<Record<ConversationSide, readonly string[]>> = {
  buyer: [
    'Is it still available?',
    'Can I see it this week?',
    'Where can I see it?',
    'What is the least you would take?',
  ],
  seller: ['Yes, it is available.', 'Saturday at 11?', 'The price is fixed.', 'Sorry, it has been sold.'],
};

/** A conversation as one side sees it, with only those contact details of the other side that it shares. */
export type Conversation = {
  id: string;
  /** The request to the business, and its status; null between a buyer and a seller. */
  request: { kind: RequestKind; status: string } | null;
  subject: string;
  side: ConversationSide;
  /** Display name of the other side. */
  otherName: string;
  /** The other side's phone and email; null while not shared. */
  shared: Record<ContactKind, string | null>;
  /** The actor's own contact details; `value` is null if there is none to share. */
  own: Record<ContactKind, { value: string | null; isShared: boolean }>;
  /** The listing or vehicle that it is about; in a conversation with the desk, the subject of the request. */
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
  /** Whether the actor has blocked the other side. */
  isBlocked: boolean;
  createdAt: string;
};

export type ConversationMessage = {
  id: number;
  side: ConversationSide;
  text: string;
  /** The operator who wrote it for the desk; for operators only. */
  operatorName: string | null;
  createdAt: string;
};

/** Messages about conversations, the same on every page. */

export const sentToSeller = 'Your message has been sent to the seller. The reply will appear here.';
/** For a repeated message from a client without proof that it sent the original one. */
export const sentToSellerBefore =
  'This message was sent to the seller before. Its private link was shown then, and is shown only once.';
export const replySent = 'Your message has been sent.';

export const deletedAccount = 'Deleted account';

export const conversationNotFound: AppError = { kind: 'not-found', code: 'conversation_not_found' };

/** Rows on one page of the inbox. */
export const inboxPerPage = 20;

/** Tabs of the inbox: everything, unread conversations, and those of one side. */
export const inboxFilters = ['all', 'new', 'buying', 'selling'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

/** Number of rows under each tab. */
export type InboxCounts = Readonly<Record<InboxFilter, number>>;

/** A conversation of a buyer and a seller, or of a customer and the business, as a row of the inbox. */
export type ConversationRow = {
  kind: 'conversation';
  id: string;
  side: ConversationSide;
  /** Display name of the other side. */
  otherName: string;
  /** Kind and status of the request to the business; null between a buyer and a seller. */
  request: { kind: RequestKind; status: string } | null;
  /** The listing or vehicle that it is about; for a request, its subject. */
  listing: {
    /** Null once the listing is deleted, and for a request without one. */
    id: string | null;
    name: string;
    availability: Availability | 'hidden' | 'deleted';
  };
  /** Whether an operator ended it. */
  isEnded: boolean;
  /** Beginning of the last message, and whether the reader wrote it. */
  lastMessage: { text: string; isOwn: boolean };
  lastWrittenAt: string;
  /** Number of unread messages of the other side; 0 for suspected spam. */
  unread: number;
  /** Whether its first message looks automated. */
  isSuspect: boolean;
};
