import { parse, serialize } from 'cookie';
import { compareMaximum } from '~/domain/compare/comparison';
import { type Accessory, accessoriesOf } from '~/domain/content/accessories.server';
import { type KnownPlace, placeById, type State } from '~/domain/places/places.server';
import type { Actor } from '~/domain/shared/actor';
import { newSecret } from '~/domain/shared/crypto.server';
import { maxSubjects } from '~/domain/messages/subject';

/** All cookies of the site. Visitors get none until an action of theirs needs one. */
export const cookieNames = {
  /** Opaque session token, named by docs/product.md, "Accounts". */
  session: 'authToken',
  /** Codes of the manage keys of this browser. */
  manageKeys: 'manageKeys',
  /** Ids of the vehicles to compare. */
  compare: 'compare',
  /** Ids of the accessories on the enquiry list. */
  enquiry: 'enquiry',
  /** Id of the visitor's city. */
  city: 'city',
  /** Secret of a visitor's saved searches. */
  searches: 'searches',
  /** Secret of the conversations that the visitor started. */
  messages: 'messages',
  /** A flash message. */
  flash: 'notice',
  /** A sign-in with a correct password that waits for its second-step code. */
  signInTicket: 'signInTicket',
  /** New recovery code, until the user has saved it. */
  recoveryCode: 'recoveryCode',
  /** Secret that proves a repeated form to be the same browser's. */
  formSender: 'formSender',
} as const;

type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

const secondsInADay = 86_400;

/** @returns the value of the cookie, or null if it is missing or empty */
export function readCookie(request: Request, name: CookieName): string | null {
  const header = request.headers.get('Cookie');
  if (!header?.includes(name)) return null;
  return parse(header)[name] || null;
}

/**
 * Formats a `Set-Cookie` value. Cookies are always `HttpOnly` and `SameSite=Lax`, and `Secure` if the request used
 * https (a plain-http deployment must keep working).
 *
 * @param days lifetime; 0 deletes the cookie; if absent, it lasts until the browser is closed
 */
export function setCookie(request: Request, name: CookieName, value: string, days?: number): string {
  return serialize(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.url.startsWith('https:'),
    ...(days !== undefined && { maxAge: days * secondsInADay }),
  });
}

/*
 * A form whose response contains a secret, such as the manage code of a listing, may arrive twice: after a double tap
 * or a lost response. A cookie set with the form proves that the sender is the browser that got the form; otherwise the
 * repeated response omits the secret. Forms of signed-in users have no such responses and need no cookie.
 */

/** Secret that identifies this browser as the sender of a form; null if it has none. */
export const formSenderOf = (request: Request): string | null => readCookie(request, cookieNames.formSender);

/** Headers that set such a secret until the browser is closed; empty if it has one. */
export function formSenderHeaders(request: Request, { user }: Actor): Record<string, string> {
  if (user || formSenderOf(request) !== null) return {};
  return { 'Set-Cookie': setCookie(request, cookieNames.formSender, newSecret()) };
}

const isId = (text: string): boolean => /^[\w-]{1,40}$/.test(text);

/**
 * Parses a comma-separated list of ids: spaces allowed, duplicates removed, at most four (docs/product.md, "Comparison
 * list").
 *
 * @returns `isTooLong` if there were more, which are omitted
 */
export function readCompareList(text: string | null): { ids: string[]; isTooLong: boolean } {
  const written = (text ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(written.filter(isId))];
  return { ids: ids.slice(0, compareMaximum), isTooLong: ids.length > compareMaximum };
}

/** Reads the compare list from its cookie. */
export function readCompareIds(request: Request): string[] {
  return readCompareList(readCookie(request, cookieNames.compare)).ids;
}

/** Reads the vehicles in the `vehicles` parameter or, without one, the compare list; and one more in `add`. */
export function readChosenVehicles(request: Request): ReturnType<typeof readCompareList> {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles');
  const chosen = named === null ? readCompareIds(request) : readCompareList(named).ids;
  return readCompareList([...chosen, searchParams.get('add') ?? ''].join());
}

/** Builds the cookie of a compare list, which lasts 30 days; an empty list deletes it. */
export function compareCookie(request: Request, ids: readonly string[]): string {
  return setCookie(request, cookieNames.compare, ids.join(','), ids.length === 0 ? 0 : 30);
}

/**
 * Reads the accessories on the enquiry list from its cookie (docs/product.md, "Accessories"), without duplicates and
 * unknown ids.
 */
export function readEnquiryList(request: Request): Accessory[] {
  const ids = readCookie(request, cookieNames.enquiry)?.split(',') ?? [];
  return accessoriesOf(ids).slice(0, maxSubjects);
}

/** Builds the cookie of an enquiry list, which lasts 30 days; an empty list deletes it. */
export function enquiryCookie(request: Request, items: readonly Accessory[]): string {
  return setCookie(request, cookieNames.enquiry, items.map(({ id }) => id).join(','), items.length === 0 ? 0 : 30);
}

/** The remembered city; null without one, or for an unknown id. */
export const readCity = (request: Request): KnownPlace | null => placeById(readCookie(request, cookieNames.city));

/** State of the remembered city. */
export function readState(request: Request): State | null {
  const city = readCity(request);
  return city && { code: city.stateCode, name: city.state };
}

/**
 * Builds the cookie of the visitor's city, which lasts a year. @param id id of a known place; null deletes the cookie
 */
export const cityCookie = (request: Request, id: string | null): string =>
  setCookie(request, cookieNames.city, id ?? '', id === null ? 0 : 365);
