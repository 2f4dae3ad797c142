import type { Availability, ConversationSide, RequestKind } from '~db/enums';

/** Rows on one page of the inbox. */
export const inboxPerPage = 20;

/** What the tabs of the inbox show: everything, what is unread, and the conversations of one side. */
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
  /** What was sent to the business, and its status; null between a buyer and a seller. */
  request: { kind: RequestKind; status: string } | null;
  /** What it is about; of a request its subject. */
  listing: {
    /** Null once the listing is deleted, and for a request that is about none. */
    id: string | null;
    name: string;
    availability: Availability | 'hidden' | 'deleted';
  };
  /** Whether an operator ended it. */
  isEnded: boolean;
  /** Beginning of the last message, and whether the reader wrote it. */
  lastMessage: { text: string; isOwn: boolean };
  lastWrittenAt: string;
  /** Number of unread messages of the other side; none of a suspected one. */
  unread: number;
  /** Whether its first message looks automated. */
  isSuspect: boolean;
};

/** A row of the inbox, told apart by `kind`. */
export type InboxRow = ConversationRow;
