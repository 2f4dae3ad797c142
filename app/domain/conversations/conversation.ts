import type { Availability, ListingKind } from '../listings/limits';

export type ConversationSide = 'buyer' | 'seller';

/**
 * How a conversation is asked for: by its id, which opens it to its buyer and its seller as users or by a manage key,
 * or by the secret in a visitor's private link, which is all that this visitor has.
 */
export type ConversationName = { id: string } | { key: string };

/** What one side can show the other of itself, and nobody else can. */
export const contactKinds = ['phone', 'email'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** A conversation as one side of it sees it: of the other's phone and email only what that side shares. */
export type Conversation = {
  id: string;
  subject: string;
  side: ConversationSide;
  /** What the other side is called. */
  otherName: string;
  /** The other side's phone and email; null while not shared. */
  shared: Record<ContactKind, string | null>;
  /** One's own; `value` is null where there is none to be shared. */
  own: Record<ContactKind, { value: string | null; isShared: boolean }>;
  listing: {
    /** null once it is deleted. */
    id: string | null;
    /** Which sell screen has it; null for a used vehicle, which stands on none. */
    kind: ListingKind | null;
    name: string;
    standing: Availability | 'hidden' | 'deleted';
  };
  /** Why nothing more can be written; null while something can. */
  closed: string | null;
  createdAt: string;
};

/** A line of a list of conversations. */
export type ConversationSummary = {
  id: string;
  side: ConversationSide;
  otherName: string;
  listingName: string;
  /** The beginning of what was written last. */
  lastWords: string;
  lastWrittenAt: string;
  /** Messages of the other side that were not read yet. */
  unread: number;
  /** It began with what looks like the work of a machine. */
  isSuspect: boolean;
};

export type ConversationMessage = { id: number; side: ConversationSide; text: string; createdAt: string };
