/** Longest address that mail can be sent to (RFC 5321). */
const longestEmail = 254;

/**
 * Whether a text has the form of an email address: something, an @ and a domain with a dot, all without spaces.
 *
 * @param text without spaces around it
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= longestEmail && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(text);
