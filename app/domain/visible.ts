/** Spaces, joiners and invisible marks, such as U+200B, and the blank pattern of Braille. */
const nothing = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

/**
 * Returns the text, or empty text when nothing in it is visible: it would pass validation as a name and show nothing.
 * Joiners inside words are kept, which Indian scripts and emoji need.
 */
export const visible = (text: string): string => (nothing.test(text) ? '' : text);
