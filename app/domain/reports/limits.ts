import type { PublicSubject } from '../desk/limits';

/** What people can report: all that others published. */
export type ReportedKind = PublicSubject;

export const reportReasons = ['fraud', 'wrong-facts', 'sold-already', 'offensive', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reasonTexts: Readonly<Record<ReportReason, string>> = {
  fraud: 'Fraud',
  'wrong-facts': 'Wrong facts',
  'sold-already': 'Sold already',
  offensive: 'Offensive',
  spam: 'Spam',
  other: 'Something else',
};

/** The reasons there can be: words cannot have been sold. */
export const reasonsFor = (kind: ReportedKind): readonly ReportReason[] =>
  kind === 'review' ? reportReasons.filter((reason) => reason !== 'sold-already') : reportReasons;

export const reportLabels = { reason: 'What is wrong?', words: 'Tell us more' } as const;
export type ReportField = keyof typeof reportLabels;

/** Most letters of what a reporter adds. */
export const longestWords = 1000;
/** Reports shown beside what they are about; the newest ones. */
export const reportsShown = 20;

export const reportSent = 'Thank you for your report. A person looks at it within 24 hours.';
