import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (address: string): string | null => {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
};

/**
 * Whether a write comes from this site's own pages, or from a client that is no browser (docs/product.md, "Origin check").
 * Remix's own check is not leant on: it skips resource routes, lets `?_data=` posts through, and answers an empty 500.
 *
 * `Sec-Fetch-Site` decides when present; else `Origin`; else `Referer`. A request with none of the three passes: text
 * browsers and command-line clients send none, and every browser that would carry out another site's form sends one.
 * A bearer token is no cookie that a browser adds by itself, so a call that carries one passes too.
 *
 * @param own the site's public origin, or the address that the request itself names when none is set
 * @param isOriginSet whether `own` is the operator's setting: then the scheme counts too
 */
export function isForeignWrite(
  method: string,
  headers: IncomingHttpHeaders,
  own: string,
  isOriginSet: boolean,
): boolean {
  if (safeMethods.has(method)) return false;
  if (/^bearer /i.test(headers.authorization ?? '')) return false;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const named = headers.origin ?? headers.referer;
  if (named === undefined) return false;
  if (isOriginSet && headers.origin !== undefined) return headers.origin !== own;
  return hostOf(named) !== hostOf(own);
}

/** The sentence for a write that another site's page tried to make in somebody's name. */
export function foreignWriteMessage(own: string, isOriginSet: boolean, headers: IncomingHttpHeaders): string {
  const setting = isOriginSet
    ? `This site's address is set to ${own} (the setting ORIGIN).`
    : 'Behind a proxy, set ORIGIN to the public address of this site.';
  const from = headers.origin && headers.origin !== 'null' ? ` It came from ${headers.origin}.` : '';
  return `This was not sent from this site's own pages, so nothing was done.${from} ${setting}`;
}
