import type { AppointmentName } from '~/domain/appointments/appointment';
import type { ConversationName } from '~/domain/conversations/conversation';

/** Above the last page of any list. */
const lastPage = 10_000;

/** Page number of a list from the URL, starting at 1; 1 if it is invalid. */
export function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/**
 * Number of the shown picture from the URL (`image`), starting at 1; 1 if it is invalid.
 *
 * @param pictures number of pictures
 */
export function readPictureNumber(search: URLSearchParams, pictures: number): number {
  const image = Number(search.get('image'));
  return Number.isInteger(image) && image >= 1 && image <= pictures ? image : 1;
}

/** Whether a range is inverted: its lower bound exceeds its upper bound. Never for an open range. */
export const isInvertedRange = (least: number | undefined, most: number | undefined): boolean =>
  least !== undefined && most !== undefined && least > most;

/** Search text of the URL (`q`), of any length; null if empty. */
export const readSearchText = (search: URLSearchParams): string | null => search.get('q')?.trim() || null;

/**
 * Parses which conversation a URL refers to; `key` is the secret of a private link.
 *
 * @param idParameter name of the query parameter with the conversation id
 * @returns null if the URL refers to none
 */
export function readConversationName(
  search: URLSearchParams,
  idParameter: 'id' | 'conversation',
): ConversationName | null {
  const key = search.get('key');
  if (key) return { key };
  const id = search.get(idParameter);
  return id ? { id } : null;
}

/** Parses which appointment a URL refers to, in the same way. */
export const readAppointmentName = (search: URLSearchParams): AppointmentName | null =>
  readConversationName(search, 'id');
