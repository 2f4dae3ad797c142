/** Longest address that mail can be sent to (RFC 5321). */
const longestEmail = 254;

/**
 * Whether a text has the form of an email address: something, an @ and a domain with a dot, all without spaces.
 *
 * @param text without spaces around it
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= longestEmail && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(text);

/** Joiners, spaces without a width and other signs that nobody sees, and the blank pattern of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

export const hasInvisibleSigns = (text: string): boolean => invisible.test(text);
