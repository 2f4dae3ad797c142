import { ratingRequired } from '../rating';
import { longestSubject } from './limits';

const required = (text: string, sentence: string): string | null => (text === '' ? sentence : null);

const rules: Readonly<Record<string, (text: string) => string | null>> = {
  type: (text) => required(text, 'Please select a feedback type'),
  rating: (text) => (/^[1-5]$/.test(text) ? null : ratingRequired),
  subject: (text) =>
    required(text, 'Subject is required') ??
    ([...text].length > longestSubject ? `Subject must be at most ${longestSubject} characters` : null),
  message: (text) => required(text, 'Message is required'),
};

/** Fields with a validation rule, in form order. */
export const ruledFeedbackFields = Object.keys(rules);

/**
 * Validates one field of feedback (docs/product.md, "Feedback entries"); shared by the server and by the form, which
 * validates while the user types.
 *
 * @param text without surrounding spaces
 * @returns the validation error as one sentence; null when the field is valid
 */
export const feedbackFault = (field: string, text: string): string | null => rules[field]?.(text) ?? null;

export const feedbackSent = 'Thank you for your feedback! We appreciate your input.';
export const feedbackFailed = 'Failed to submit feedback. Please try again.';
export const feedbackNotLoaded = 'Failed to load feedback data';
export const feedbackDeleted = 'Your feedback has been deleted.';
