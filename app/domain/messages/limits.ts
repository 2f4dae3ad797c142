/**
 * Limits and options of a contact message, shared by forms and validation rules (docs/product.md, "Contact messages").
 */

export const contactCategories = ['general', 'support', 'sales', 'feedback', 'complaint', 'partnership'] as const;
export const contactPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const contactStatuses = ['new', 'in-progress', 'pending', 'resolved'] as const;

export type ContactCategory = (typeof contactCategories)[number];
export type ContactPriority = (typeof contactPriorities)[number];
export type ContactStatus = (typeof contactStatuses)[number];

/** Text fields with their labels, which validation errors use as well. */
export const messageLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;
export type MessageField = keyof typeof messageLabels;

export const shortestText = { name: 2, subject: 5, message: 10 } as const;
/** Maximum number of characters of the single-line fields. The message itself has no limit. */
export const longestLine = { name: 80, phone: 40, subject: 150, source: 40, tag: 60 } as const;
/** Target of the character counter under the message; not enforced. */
export const messageCounter = 2000;
export const mostTags = 30;
/** Maximum number of subjects of one message. */
export const mostAbout = 12;
export const messagesPerPage = 20;

/** Name of the honeypot field, which is invisible to people and named to attract bots. */
export const trapName = 'website';
