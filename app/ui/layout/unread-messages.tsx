import { createContext, useContext } from 'react';
import { Count } from '../primitives/chips';

const UnreadMessages = createContext(0);

/** Number of unread messages of the user or the visitor's browser, for the menu and every screen. */
export const UnreadMessagesProvider = UnreadMessages.Provider;
export const useUnreadMessages = (): number => useContext(UnreadMessages);

/** Badge with the number of unread messages; renders nothing when there are none. */
export function UnreadCount() {
  const unread = useUnreadMessages();
  return unread > 0 && <Count of={unread} what={unread === 1 ? 'unread message' : 'unread messages'} />;
}
