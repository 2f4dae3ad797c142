/** Limits of conversations between buyers and sellers that forms and validation share. */

/** Maximum length of a reply, in characters. The first message is a contact message and may be of any length. */
export const longestAnswer = 2000;
/** Maximum number of messages in a conversation; by then the two should meet. */
export const mostMessages = 500;
export const messagesPerPage = 20;
export const conversationsPerPage = 20;
