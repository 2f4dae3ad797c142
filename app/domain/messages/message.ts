import type { ContactCategory, ContactPriority, ContactStatus } from './limits';

/** A message to the business, as stored. Personal data: visible to its sender and to operators only. */
export type Message = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  category: ContactCategory;
  priority: ContactPriority;
  /** Origin: `website` unless a client names another. */
  source: string;
  status: ContactStatus;
  /** Its subjects (`vehicle:12`, `plan:basic`), and tags added by operators. */
  tags: string[];
  /** The user who was signed in when it was sent. */
  userId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Incremented by every change. */
  version: number;
};
