import type { Feedback } from './feedback';

/** Feedback as the API returns it to its author, without the author's id and name. */
export const feedbackJson = ({ userId: _userId, userName: _userName, ...feedback }: Feedback) => ({
  _id: feedback.id,
  ...feedback,
});

/** Feedback as operators see it: with its author, unless it was sent anonymously. */
export const feedbackForOperators = (feedback: Feedback) => ({
  ...feedbackJson(feedback),
  user: feedback.isAnonymous ? null : { id: feedback.userId, name: feedback.userName },
});
