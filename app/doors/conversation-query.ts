import type { ConversationName } from '~/domain/conversations/conversation';

/**
 * Parses which conversation a URL refers to; `key` is the secret of a private link.
 *
 * @param idParameter name of the query parameter that holds the conversation id
 * @returns null if the URL refers to none
 */
export function conversationNamed(
  search: URLSearchParams,
  idParameter: 'id' | 'conversation',
): ConversationName | null {
  const key = search.get('key');
  if (key) return { key };
  const id = search.get(idParameter);
  return id ? { id } : null;
}
