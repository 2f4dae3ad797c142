import { createContext, useContext } from 'react';
import { Count } from '../primitives/chips';

const UnreadMessages = createContext(0);

/** Number of unread messages of the user, or of the visitor's browser, for the menu and every screen below. */
export const UnreadMessagesProvider = UnreadMessages.Provider;
export const useUnreadMessages = (): number => useContext(UnreadMessages);

/** Number of unread messages; nothing where there are none. */
export function UnreadCount() {
  const unread = useUnreadMessages();
  return unread > 0 && <Count of={unread} what={unread === 1 ? 'unread message' : 'unread messages'} />;
}
