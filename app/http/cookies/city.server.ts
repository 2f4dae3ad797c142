import { findPlaceById, type KnownPlace, type State } from '~/domain/places/places.server';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

export const readCity = (request: Request): KnownPlace | null => findPlaceById(readCookie(request, cookieNames.city));

export function readState(request: Request): State | null {
  const city = readCity(request);
  return city && { code: city.stateCode, name: city.state };
}

export const createCityCookie = (request: Request, id: string | null): string =>
  setCookie(request, cookieNames.city, id ?? '', id === null ? 0 : 365);
