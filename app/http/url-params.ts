import type { AppointmentName } from '~/domain/appointments/appointment';
import type { ConversationName } from '~/domain/conversations/conversation';

const lastPage = 10_000;

export function readPageNumber(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** @returns null for a number that no picture has */
export function readPictureNumber(search: URLSearchParams, name: 'image' | 'photo', pictures: number): number | null {
  const number = Number(search.get(name));
  return Number.isInteger(number) && number >= 1 && number <= pictures ? number : null;
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
