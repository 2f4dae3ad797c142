/** Spaces, joiners and marks without a shape of their own, such as U+200B, and the blank pattern of Braille. */
const nothing = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/**
 * Text, or empty text where nothing of it could be seen: it would pass for a name and show none. Joiners inside words
 * stay, which Indian scripts and emoji need.
 */
export const visible = (text: string): string => (nothing.test(text) ? '' : text);
