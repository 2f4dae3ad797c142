import type { FeedbackPriority, FeedbackStatus } from './limits';

/** What a user thinks of the business, as it is stored. Only that user and operators see it. */
export type Feedback = {
  id: string;
  userId: string;
  userName: string;
  /** Id of one of the types in the content file. */
  type: string;
  subject: string;
  message: string;
  /** From 1 to 5. */
  rating: number;
  /** Operators are not told whose it is. */
  isAnonymous: boolean;
  status: FeedbackStatus;
  priority: FeedbackPriority;
  /** What an operator answered, which its author is shown. */
  response: { message: string; respondedAt: string } | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};
