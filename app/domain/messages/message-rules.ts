import { isEmailAddress } from '../email-address';
import { isPhoneNumber, notAPhoneNumber } from '../phone-number';
import { longestLine, type MessageField, messageLabels, shortestText } from './limits';

const lengthOf = (text: string): number => [...text].length;

const required = (field: MessageField, text: string): string | null =>
  text === '' ? `${messageLabels[field]} is required` : null;

const atLeast = (field: keyof typeof shortestText, text: string): string | null =>
  lengthOf(text) < shortestText[field]
    ? `${messageLabels[field]} must be at least ${shortestText[field]} characters`
    : null;

const atMost = (field: 'name' | 'subject', text: string): string | null =>
  lengthOf(text) > longestLine[field]
    ? `${messageLabels[field]} must be at most ${longestLine[field]} characters`
    : null;

const invalidEmail = 'Please enter a valid email address';

const rules: Readonly<Record<MessageField, (text: string) => string | null>> = {
  name: (text) => required('name', text) ?? atLeast('name', text) ?? atMost('name', text),
  email: (text) => required('email', text) ?? (isEmailAddress(text) ? null : invalidEmail),
  phone: (text) => (text === '' || (text.length <= longestLine.phone && isPhoneNumber(text)) ? null : notAPhoneNumber),
  subject: (text) => required('subject', text) ?? atLeast('subject', text) ?? atMost('subject', text),
  message: (text) => required('message', text) ?? atLeast('message', text),
};

/**
 * Validates one field of a contact message (docs/product.md, "Contact messages"); shared by the server and by the form,
 * which validates while the user types.
 *
 * @param text without surrounding spaces
 * @returns the validation error as one sentence; null when the field is valid
 */
export const messageFault = (field: MessageField, text: string): string | null => rules[field](text);

export const isMessageField = (name: string): name is MessageField => Object.hasOwn(messageLabels, name);

export const messageSent = "Your message has been sent successfully! We'll get back to you soon.";
/** Validation error: a subject was deleted or hidden while the message was being written, or never existed. */
export const aboutNothing = 'What you write about is no longer here. You can send your message without it.';
export const messageFailed = 'Failed to send message. Please try again.';

/** Reference by which a sender can quote a message: the first eight characters of its id, such as `7F3A-91C2`. */
export const referenceOf = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
