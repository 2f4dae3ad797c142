import type { Feedback } from './feedback';

/** Feedback as the API shows it to its author; no answer carries a name that was to stay out. */
export const feedbackJson = ({ userId: _userId, userName: _userName, ...feedback }: Feedback) => ({
  _id: feedback.id,
  ...feedback,
});

/** Feedback as operators see it: whose it is, unless that was to stay out. */
export const feedbackForOperators = (feedback: Feedback) => ({
  ...feedbackJson(feedback),
  user: feedback.isAnonymous ? null : { id: feedback.userId, name: feedback.userName },
});
