/** What a conversation between a buyer and a seller may hold: numbers that its forms and its rules share. */

/** Letters of one answer. The first message is a contact message, and as long as its sender likes. */
export const longestAnswer = 2000;
/** Messages of one conversation; after so many it is time to meet. */
export const mostMessages = 500;
export const messagesPerPage = 20;
export const conversationsPerPage = 20;
