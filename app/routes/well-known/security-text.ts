import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayMs } from '~/domain/shared/dates';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';

/** RFC 9116 recommends less than a year; generated for each request, so the file never expires. */
const validDays = 180;

/**
 * `/.well-known/security.txt` (RFC 9116): the contact for vulnerability reports. 404 when none is configured: a file
 * without one would invite reports that have no address to go to.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const { securityContact } = runtime.settings;
  if (securityContact === null) throw new Response('There is nothing at this address.', { status: 404 });
  const expires = new Date(runtime.clock().getTime() + validDays * dayMs);
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString().replace(/T.*/, 'T00:00:00.000Z')}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${getPublicOrigin(request, runtime)}${paths.securityText()}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
