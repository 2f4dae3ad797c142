import { Resolver } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { findLiteralAddress, isPublicAddress } from '~/domain/webhooks/public-addresses.server';

/* Requests to addresses of users: of their webhooks, and of the push services of their browsers. */

/** Addresses of a name. It asks the name servers only: files of this machine name private addresses. */
export type Resolve = (name: string) => Promise<string[]>;

export const resolveName: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** The connection is made to an address that was checked: the name is not resolved again. */
const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (name, { all }, callback) => {
    void resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(isPublicAddress))
          callback(new Error('The name has no address, or not only public ones.'), '');
        else if (all)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: Error) => callback(error, ''),
    );
  };

export type Reach = {
  isPrivateAllowed: boolean;
  resolve: Resolve;
  /** Milliseconds from the name to the status of the answer. */
  timeout: number;
};

/** Of an attempt. `status` is null without an answer. */
type Attempt = { status: number | null };

type Message = { url: string; headers: Readonly<Record<string, string | number>>; body: string | Buffer };

/**
 * Only to an address of the internet, by https. Redirects are not followed, and nothing of the answer but its status is
 * read.
 */
export function post({ url, headers, body }: Message, { isPrivateAllowed, resolve, timeout }: Reach): Promise<Attempt> {
  const target = new URL(url);
  const literal = findLiteralAddress(target);
  const isRefused =
    !isPrivateAllowed && (target.protocol !== 'https:' || (literal !== null && !isPublicAddress(literal)));
  if (isRefused) return Promise.resolve({ status: null });
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((settle) => {
    const request = send(target, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeout),
      ...(!isPrivateAllowed && { lookup: createPublicLookup(resolve) }),
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    request.on('response', (response) => {
      settle({ status: response.statusCode ?? null });
      response.destroy();
    });
    request.on('error', () => settle({ status: null }));
    request.end(body);
  });
}
