import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { isEmailAddress, isPhoneNumber, notAPhoneNumber } from '../shared/text';

/**
 * Limits and options of a contact message, shared by forms and validation rules (docs/product.md, "Contact messages").
 */

/** Text fields with their labels, which validation errors use as well. */
export const messageLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;
export type MessageField = keyof typeof messageLabels;

export const minLengths = { name: 2, subject: 5, message: 10 } as const;
/** Maximum number of characters of the single-line fields. The message itself has no limit. */
export const maxLengths = { name: 80, phone: 40, subject: 150, source: 40, tag: 60 } as const;
/** Target of the character counter under the message; not enforced. */
export const messageCounter = 2000;
export const maxTags = 30;

export const messagesPerPage = 20;

/** Name of the honeypot field, which is invisible to people and named to attract bots. */
export const honeypotName = 'website';

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

const lengthOf = (text: string): number => [...text].length;

const required = (field: MessageField, text: string): string | null =>
  text === '' ? `${messageLabels[field]} is required` : null;

const atLeast = (field: keyof typeof minLengths, text: string): string | null =>
  lengthOf(text) < minLengths[field]
    ? `${messageLabels[field]} must be at least ${minLengths[field]} characters`
    : null;

const atMost = (field: 'name' | 'subject', text: string): string | null =>
  lengthOf(text) > maxLengths[field] ? `${messageLabels[field]} must be at most ${maxLengths[field]} characters` : null;

const invalidEmail = 'Please enter a valid email address';

const rules: Readonly<Record<MessageField, (text: string) => string | null>> = {
  name: (text) => required('name', text) ?? atLeast('name', text) ?? atMost('name', text),
  email: (text) => required('email', text) ?? (isEmailAddress(text) ? null : invalidEmail),
  phone: (text) => (text === '' || (text.length <= maxLengths.phone && isPhoneNumber(text)) ? null : notAPhoneNumber),
  subject: (text) => required('subject', text) ?? atLeast('subject', text) ?? atMost('subject', text),
  message: (text) => required('message', text) ?? atLeast('message', text),
};

/**
 * Validates one field of a contact message (docs/product.md, "Contact messages").
 *
 * @param text without surrounding spaces
 * @returns the validation error as one sentence; null when the field is valid
 */
export const validateMessageField = (field: MessageField, text: string): string | null => rules[field](text);

export const messageSent = "Your message has been sent successfully! We'll get back to you soon.";
/** Validation error: a subject does not exist, or was deleted or hidden while the message was being written. */
export const subjectGone = 'What you write about is no longer here. You can send your message without it.';
export const messageFailed = 'Failed to send message. Please try again.';

/** Reference by which a sender can quote a message: the first eight characters of its id, such as `7F3A-91C2`. */
export const referenceOf = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

/**
 * A message as the API returns it to its sender (docs/product.md, "Contact messages"): without the fields operators
 * sort it by.
 *
 * @param conversation link to the conversation; null when the private link must not be repeated
 * @param messagesKey a visitor's key to all its conversations; null for a user, and where the link is not returned
 */
export function sentMessageJson(
  { tags: _tags, userId: _userId, version: _version, ...message }: Message,
  conversation: string | null,
  messagesKey: string | null,
) {
  return { _id: message.id, ...message, reference: referenceOf(message.id), conversation, messagesKey };
}

/** A message as operators see it. */
export function messageJson({ userId: _userId, ...message }: Message) {
  return { _id: message.id, ...message, reference: referenceOf(message.id) };
}
