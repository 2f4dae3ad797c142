import type { FeedbackPriority, FeedbackStatus } from '~db/enums';
import type { Reason } from '../shared/result';
import { validateMaxLength } from '../shared/text';

export const feedbackLabels = {
  type: 'Feedback type',
  subject: 'Subject',
  message: 'Message',
  rating: 'Rating',
  isAnonymous: 'Send without my name',
} as const;
export type FeedbackField = keyof typeof feedbackLabels;

export const maxSubjectLength = 150;
export const feedbackPerPage = 10;

/** Default priority by rating, from 1 to 5, until an operator sets another (docs/product.md, "Feedback entries"). */
export function getPriority(rating: number): FeedbackPriority {
  if (rating <= 2) return 'high';
  return rating === 3 ? 'medium' : 'low';
}

export type Feedback = {
  id: string;
  userId: string;
  userName: string;
  type: string;
  subject: string;
  message: string;
  /** From 1 to 5. */
  rating: number;
  /** Hides the author from operators. */
  isAnonymous: boolean;
  status: FeedbackStatus;
  priority: FeedbackPriority;
  response: { message: string; respondedAt: string } | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

const validateRequired = (label: string, text: string): Reason | null =>
  text === '' ? { code: 'required', values: { label } } : null;

const rules: Readonly<Record<'type' | 'subject' | 'message', (text: string) => Reason | null>> = {
  type: (text) => (text === '' ? { code: 'feedback_type_required' } : null),
  subject: (text) =>
    validateRequired(feedbackLabels.subject, text) ?? validateMaxLength(feedbackLabels.subject, text, maxSubjectLength),
  message: (text) => validateRequired(feedbackLabels.message, text),
};

/** @param text without surrounding spaces @returns the reason; null when the field is valid */
export const validateFeedbackField = (field: keyof typeof rules, text: string): Reason | null => rules[field](text);

export const feedbackSent = 'Thank you for your feedback! We appreciate your input.';
export const feedbackNotLoaded = 'Failed to load feedback data';
export const feedbackDeleted = 'Your feedback has been deleted.';

export const toFeedbackJson = ({ userId: _userId, userName: _userName, ...feedback }: Feedback) => ({
  _id: feedback.id,
  ...feedback,
});

export const toOperatorFeedbackJson = (feedback: Feedback) => ({
  ...toFeedbackJson(feedback),
  user: feedback.isAnonymous ? null : { id: feedback.userId, name: feedback.userName },
});
