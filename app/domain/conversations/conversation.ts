import type { Availability, ListingKind } from '../listings/limits';

export type ConversationSide = 'buyer' | 'seller';

/**
 * Identifies a conversation: by its id, which its buyer and its seller can use as users or with a manage key, or by the
 * secret of a visitor's private link, which is that visitor's only access.
 */
export type ConversationName = { id: string } | { key: string };

/** Contact details that one side can share with the other side only. */
export const contactKinds = ['phone', 'email'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** A conversation as one side sees it, with only those contact details of the other side that it shares. */
export type Conversation = {
  id: string;
  subject: string;
  side: ConversationSide;
  /** Display name of the other side. */
  otherName: string;
  /** The other side's phone and email; null while not shared. */
  shared: Record<ContactKind, string | null>;
  /** The actor's own contact details; `value` is null where there is none to share. */
  own: Record<ContactKind, { value: string | null; isShared: boolean }>;
  listing: {
    /** Null once the listing is deleted. */
    id: string | null;
    /** The sell page of the listing; null for a used vehicle, which is on neither. */
    kind: ListingKind | null;
    name: string;
    standing: Availability | 'hidden' | 'deleted';
  };
  /** Why the conversation accepts no more messages; null while it does. */
  closed: string | null;
  createdAt: string;
};

/** An entry in a list of conversations. */
export type ConversationSummary = {
  id: string;
  side: ConversationSide;
  otherName: string;
  listingName: string;
  /** Beginning of the last message. */
  lastWords: string;
  lastWrittenAt: string;
  /** Number of unread messages of the other side. */
  unread: number;
  /** Whether its first message looks automated. */
  isSuspect: boolean;
};

export type ConversationMessage = { id: number; side: ConversationSide; text: string; createdAt: string };
