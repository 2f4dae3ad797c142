import { type ReportedSubject, type ReportReason, reportReasons } from '~db/enums';

export const reasonTexts: Readonly<Record<ReportReason, string>> = {
  fraud: 'Fraud',
  'wrong-facts': 'Wrong facts',
  'sold-already': 'Sold already',
  offensive: 'Offensive',
  spam: 'Spam',
  other: 'Something else',
};

/** Reasons that cannot apply to text, or to content that only two people read. */
const notOf: Readonly<Partial<Record<ReportedSubject, readonly ReportReason[]>>> = {
  review: ['sold-already'],
  conversation: ['sold-already', 'wrong-facts'],
};

/** Reasons available for a kind of content. */
export const reasonsFor = (kind: ReportedSubject): readonly ReportReason[] =>
  reportReasons.filter((reason) => !notOf[kind]?.includes(reason));

export const reportLabels = { reason: 'What is wrong?', words: 'Tell us more' } as const;
export type ReportField = keyof typeof reportLabels;

/** Maximum number of characters of a reporter's comment. */
export const longestReportText = 1000;
/** Maximum number of reports shown beside the reported item; the newest ones. */
export const reportsShown = 20;

export const reportFailed = 'Failed to send report. Please try again.';
export const reportSent = 'Thank you for your report. A person looks at it within 24 hours.';
