/** Limits and options of feedback, shared by forms and validation rules (docs/product.md, "Feedback entries"). */

export const feedbackStatuses = ['open', 'in-review', 'resolved', 'closed'] as const;
export const feedbackPriorities = ['low', 'medium', 'high'] as const;

export type FeedbackStatus = (typeof feedbackStatuses)[number];
export type FeedbackPriority = (typeof feedbackPriorities)[number];

export const feedbackLabels = {
  type: 'Feedback type',
  subject: 'Subject',
  message: 'Message',
  rating: 'Rating',
  isAnonymous: 'Send without my name',
} as const;
export type FeedbackField = keyof typeof feedbackLabels;

export const longestSubject = 150;
export const feedbackPerPage = 10;

/** Default priority by rating, from 1 to 5, until an operator sets another (docs/product.md, "Feedback entries"). */
export function priorityOf(rating: number): FeedbackPriority {
  if (rating <= 2) return 'high';
  return rating === 3 ? 'medium' : 'low';
}
