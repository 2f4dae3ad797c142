import type { ContactCategory, ContactPriority, ContactStatus } from './limits';

/** What somebody wrote to the business, as it is stored. Personal: only its sender and operators see it. */
export type Message = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  category: ContactCategory;
  priority: ContactPriority;
  /** Where it came from: `website` unless a client names another. */
  source: string;
  status: ContactStatus;
  /** What it is about (`vehicle:12`, `plan:basic`), and whatever operators add. */
  tags: string[];
  /** The user who was signed in when it was sent. */
  userId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Raised by one with every change. */
  version: number;
};
