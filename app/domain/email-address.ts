/** Maximum length of an address that mail can be sent to (RFC 5321). */
const longestEmail = 254;

/**
 * Whether a text has the form of an email address: a local part, an @ and a domain with a dot, all without spaces.
 *
 * @param text trimmed
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= longestEmail && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u.test(text);

/** Joiners, zero-width spaces and other invisible characters, and the blank pattern of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u;

export const hasInvisibleSigns = (text: string): boolean => invisible.test(text);
