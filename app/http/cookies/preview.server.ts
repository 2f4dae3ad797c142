import { findDrafts } from '~/domain/content/drafts.server';
import type { Runtime } from '../runtime.server';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

const minutes = 10;
const minutesInADay = 1_440;

/** The drafts that this browser looks at, by the name of their setting; null for none. */
export function findShownDrafts(request: Request, { db, clock }: Runtime): ReadonlyMap<string, string> | null {
  const secret = readCookie(request, cookieNames.preview);
  if (secret === null) return null;
  const drafts = new Map(findDrafts(db, secret, clock()).map(({ name, value }) => [name, value]));
  return drafts.size > 0 ? drafts : null;
}

export const createPreviewCookie = (request: Request, secret: string): string =>
  setCookie(request, cookieNames.preview, secret, minutes / minutesInADay);

export const clearPreviewCookie = (request: Request): string => setCookie(request, cookieNames.preview, '', 0);
