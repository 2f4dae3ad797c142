import type { ConversationName } from '~/domain/conversations/conversation';

/**
 * Which conversation an address names: `key` is the secret of a private link.
 *
 * @param idParameter what its id stands under
 * @returns null when it names none
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
