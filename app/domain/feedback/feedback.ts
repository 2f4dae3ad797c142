import type { FeedbackPriority, FeedbackStatus } from './limits';

/** A user's feedback on the business, as stored. Visible to that user and to operators only. */
export type Feedback = {
  id: string;
  userId: string;
  userName: string;
  /** Id of a feedback type in the content file. */
  type: string;
  subject: string;
  message: string;
  /** From 1 to 5. */
  rating: number;
  /** Hides the author from operators. */
  isAnonymous: boolean;
  status: FeedbackStatus;
  priority: FeedbackPriority;
  /** An operator's response, shown to the author. */
  response: { message: string; respondedAt: string } | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};
