import type { ConversationName } from '~/domain/conversations/conversation';

/** Which conversation an address names; null for none. */
export function conversationNameIn(search: URLSearchParams): ConversationName | null {
  const key = search.get('key');
  if (key) return { key };
  const id = search.get('id');
  return id ? { id } : null;
}
