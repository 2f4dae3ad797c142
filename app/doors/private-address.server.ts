import type { HeadersFunction } from '@remix-run/node';
import { refusalHeaders } from './form-door.server';

/**
 * `headers` of a screen whose URL may contain a secret, which must not leak to other sites. `same-origin` and not
 * `no-referrer`: under the latter, browsers send `Origin: null` with a plain form, and over plain HTTP nothing else
 * proves that the form is ours.
 */
export const privateAddressHeaders: HeadersFunction = (told) => {
  const own = new Headers(refusalHeaders(told));
  own.set('Referrer-Policy', 'same-origin');
  return own;
};
