import type { MailKind } from '~db/enums';
import type { ConversationName } from '../conversations/conversation';

/** What a mail says, in words, and the page of the site that it leads to. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  link: { text: string; to: MailTarget };
};

/** A page of the site that a mail links to. */
export type MailTarget =
  | { page: 'conversation'; name: ConversationName }
  | { page: 'appointment'; id: string }
  | { page: 'desk' }
  | { page: 'recover'; email: string; code: string };

/** Kinds of mail that an address can have stopped. A recovery link is only sent to an account that asks for it. */
export type StoppableKind = Exclude<MailKind, 'recovery'>;

/** Names of the kinds, as the object of a sentence. */
export const kindTexts: Readonly<Record<MailKind, string>> = {
  message: 'messages of buyers and sellers',
  answer: 'our answers to what you asked us',
  appointment: 'your appointments',
  report: 'new reports',
  recovery: 'a forgotten password',
};

/** Letters of a name or a title that a mail repeats. */
const longestRepeated = 60;
const fewestDigitsOfPhone = 7;

/**
 * A name or a title that another person chose, for a mail. What could be an address or a phone number is left out: the
 * site passes on no contact details, and mails no links of others.
 *
 * @param otherwise what stands in its place
 */
export function repeated(text: string, otherwise: string): string {
  const words = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  const digits = words.match(/\p{Nd}/gu)?.length ?? 0;
  const isLink = /@|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(words);
  if (words === '' || isLink || digits >= fewestDigitsOfPhone) return otherwise;
  const letters = [...words];
  return letters.length <= longestRepeated ? words : `${letters.slice(0, longestRepeated - 1).join('')}…`;
}
