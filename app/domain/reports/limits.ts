import type { ReportedSubject } from '../desk/limits';

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

/** What cannot be wrong with words, and with what only two people read. */
const notOf: Readonly<Partial<Record<ReportedSubject, readonly ReportReason[]>>> = {
  review: ['sold-already'],
  conversation: ['sold-already', 'wrong-facts'],
};

/** The reasons there can be. */
export const reasonsFor = (kind: ReportedSubject): readonly ReportReason[] =>
  reportReasons.filter((reason) => !notOf[kind]?.includes(reason));

export const reportLabels = { reason: 'What is wrong?', words: 'Tell us more' } as const;
export type ReportField = keyof typeof reportLabels;

/** Most letters of what a reporter adds. */
export const longestWords = 1000;
/** Reports shown beside what they are about; the newest ones. */
export const reportsShown = 20;

export const reportSent = 'Thank you for your report. A person looks at it within 24 hours.';
