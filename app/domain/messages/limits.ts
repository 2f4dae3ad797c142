/** What a contact message may hold: numbers and options that forms and rules share (docs/product.md, "Contact messages"). */

export const contactCategories = ['general', 'support', 'sales', 'feedback', 'complaint', 'partnership'] as const;
export const contactPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const contactStatuses = ['new', 'in-progress', 'pending', 'resolved'] as const;

export type ContactCategory = (typeof contactCategories)[number];
export type ContactPriority = (typeof contactPriorities)[number];
export type ContactStatus = (typeof contactStatuses)[number];

/** The fields that are typed, each with what it is called beside its control and in sentences about it. */
export const messageLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;
export type MessageField = keyof typeof messageLabels;

export const shortestText = { name: 2, subject: 5, message: 10 } as const;
/** Most letters of the fields that are one line. A message is as long as its sender likes. */
export const longestLine = { name: 80, phone: 40, subject: 150, source: 40, tag: 60 } as const;
/** What the counter under the message counts towards; nothing enforces it. */
export const messageCounter = 2000;
export const mostTags = 30;
/** Things that one message can be about. */
export const mostAbout = 12;
export const messagesPerPage = 20;

/** The field that no person sees, named like something that machines like to fill in. */
export const trapName = 'website';
