import type { IncomingHttpHeaders } from 'node:http';
import type { Reason } from '~/domain/shared/result';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const parseHost = (url: string): string | null => {
  try {
    return new URL(url).host;
  } catch {
    return null;
  }
};

/**
 * Whether a write comes from another site's page, rather than from this site or a client that is not a browser
 * (docs/product.md, "Origin check"). Remix's own check is not sufficient: it skips resource routes, lets `?_data=`
 * posts through, and responds with an empty 500.
 *
 * `Sec-Fetch-Site` decides if present, else `Origin`, else `Referer`. A request with none of the three passes: text
 * browsers and command-line clients send none, and every browser that would submit another site's form sends one. So
 * does a request with a bearer token, which browsers never add by themselves, as they do cookies, and one to the API
 * without cookies: it has no more rights than a program that sends the same.
 */
export function isForeignWrite(
  method: string,
  headers: IncomingHttpHeaders,
  own: string,
  isOriginSet: boolean,
  isApi: boolean,
): boolean {
  if (safeMethods.has(method) || (isApi && headers.cookie === undefined)) return false;
  if (/^bearer /i.test(headers.authorization ?? '')) return false;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const named = headers.origin ?? headers.referer;
  if (named === undefined) return false;
  if (isOriginSet && headers.origin !== undefined) return headers.origin !== own;
  return parseHost(named) !== parseHost(own);
}

export function explainForeignWrite(own: string, isOriginSet: boolean, headers: IncomingHttpHeaders): Reason {
  const from = headers.origin && headers.origin !== 'null' ? ` It came from ${headers.origin}.` : '';
  return isOriginSet
    ? { code: 'foreign_write', values: { from, origin: own } }
    : { code: 'foreign_write_without_origin', values: { from } };
}
