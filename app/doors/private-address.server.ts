import type { HeadersFunction } from '@remix-run/node';
import { refusalHeaders } from './form-door.server';

/**
 * The `headers` of a screen whose address may hold a secret, which no other site is told. `same-origin` and not
 * `no-referrer`: under that browsers send `Origin: null` with a plain form, and over plain http nothing else says that
 * the form is ours.
 */
export const privateAddressHeaders: HeadersFunction = (told) => {
  const own = new Headers(refusalHeaders(told));
  own.set('Referrer-Policy', 'same-origin');
  return own;
};
