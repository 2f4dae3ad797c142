import { type ListingKind, type ReportedSubject, type ReportReason, reportReasons } from '~db/enums';
import { hourMs, minuteMs } from '../shared/dates';

export const publicStatuses = ['unchecked', 'checked', 'hidden'] as const;
export const reportedStatus = 'reported';

export const moderations = ['check', 'hide', 'restore', 'delete'] as const;
export type Moderation = (typeof moderations)[number];

export const moderationLabels = {
  check: 'looked at',
  hide: 'hidden',
  restore: 'restored',
  delete: 'deleted',
} as const satisfies Record<Moderation, string>;

/** `read` is for a limited time. */
export const conversationActions = ['read', 'dismiss', 'end', 'reopen'] as const;
export type ConversationAction = (typeof conversationActions)[number];

export const conversationActionLabels = {
  read: 'opened to be read',
  dismiss: 'reports dismissed',
  end: 'ended',
  reopen: 'open again',
} as const satisfies Record<ConversationAction, string>;

export const readingMinutes = 60;

/** Whether an action needs a reason: those that remove content or breach confidentiality do. */
export const isReasonRequired = (action: Moderation | ConversationAction): boolean =>
  action === 'hide' || action === 'delete' || action === 'read' || action === 'end';

export const maxReasonLength = 300;
export const deskPageSize = 20;
/** Hours after which a waiting item is overdue: the site promises a reply and a check within 24. */
const overdueHours = 20;

/** Whole hours from a timestamp (ISO 8601) to now, never less than 0. */
const countHoursSince = (timestamp: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / hourMs));

/** @param since ISO 8601; null when it does not wait @returns 'Waiting for 26 hours'; null while it is not overdue */
export function formatWait(since: string | null, now: Date): string | null {
  const hours = since === null ? 0 : countHoursSince(since, now);
  if (hours < overdueHours) return null;
  return hours < 72 ? `Waiting for ${hours} hours` : `Waiting for ${Math.floor(hours / 24)} days`;
}

export const isOverdue = (since: string | null, now: Date): boolean =>
  since !== null && countHoursSince(since, now) >= overdueHours;

/** 'now', '40 min', '26 h', '3 days' */
export function formatAge(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / minuteMs);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}

const formatAgo = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Formats how long ago a timestamp was: 'just now', '20 minutes ago', '3 hours ago', '2 days ago'. */
export function formatTimeAgo(timestamp: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(timestamp)) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return formatAgo(minutes, 'minute');
  return minutes < 48 * 60 ? formatAgo(Math.floor(minutes / 60), 'hour') : formatAgo(Math.floor(minutes / 1440), 'day');
}

export type News = {
  id: string;
  /** Sell screen of a listing; null for used vehicles, reviews and deleted items. */
  kind: ListingKind | null;
  name: string;
  action: 'hidden' | 'shown' | 'deleted';
  reason: string | null;
  at: string;
};

export const reasonTexts: Readonly<Record<ReportReason, string>> = {
  fraud: 'Fraud',
  'wrong-facts': 'Wrong facts',
  'sold-already': 'Sold already',
  offensive: 'Offensive',
  spam: 'Spam',
  other: 'Something else',
};

const excludedReasons: Readonly<Partial<Record<ReportedSubject, readonly ReportReason[]>>> = {
  review: ['sold-already'],
  conversation: ['sold-already', 'wrong-facts'],
};

export const getReasons = (kind: ReportedSubject): readonly ReportReason[] =>
  reportReasons.filter((reason) => !excludedReasons[kind]?.includes(reason));

export const reportLabels = { reason: 'What is wrong?', words: 'Tell us more' } as const;
export type ReportField = keyof typeof reportLabels;

export const maxReportLength = 1000;
export const reportsShown = 20;

export const reportFailed = 'Failed to send report. Please try again.';
export const reportSent = 'Thank you for your report. A person looks at it within 24 hours.';
