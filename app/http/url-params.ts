import type { AppointmentName } from '~/domain/appointments/appointment';
import type { ConversationName } from '~/domain/conversations/conversation';

const lastPage = 10_000;

export function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

export function readPictureNumber(search: URLSearchParams, pictures: number): number {
  const image = Number(search.get('image'));
  return Number.isInteger(image) && image >= 1 && image <= pictures ? image : 1;
}

export const isInvertedRange = (least: number | undefined, most: number | undefined): boolean =>
  least !== undefined && most !== undefined && least > most;

export const readSearchText = (search: URLSearchParams): string | null => search.get('q')?.trim() || null;

export function readConversationName(
  search: URLSearchParams,
  idParameter: 'id' | 'conversation',
): ConversationName | null {
  const key = search.get('key');
  if (key) return { key };
  const id = search.get(idParameter);
  return id ? { id } : null;
}

export const readAppointmentName = (search: URLSearchParams): AppointmentName | null =>
  readConversationName(search, 'id');
