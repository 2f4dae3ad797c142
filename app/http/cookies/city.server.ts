import { findPlaceById, type KnownPlace, type State } from '~/domain/places/places.server';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

/** The remembered city; null without one, or for an unknown id. */
export const readCity = (request: Request): KnownPlace | null => findPlaceById(readCookie(request, cookieNames.city));

/** State of the remembered city. */
export function readState(request: Request): State | null {
  const city = readCity(request);
  return city && { code: city.stateCode, name: city.state };
}

/**
 * Builds the cookie of the visitor's city, which lasts a year. @param id id of a known place; null deletes the cookie
 */
export const createCityCookie = (request: Request, id: string | null): string =>
  setCookie(request, cookieNames.city, id ?? '', id === null ? 0 : 365);
