import { brotliDecompressSync } from 'node:zlib';
import { browserHeaders, type WireResponse } from '../support/wire-request';

/** `Accept-Encoding` of the requests: that of browsers, and none. */
export const encodings = [
  ['Brotli', browserHeaders],
  ['uncompressed', {}],
] as const;
export type EncodingName = (typeof encodings)[number][0];

/** @throws when the response is no success, or not in the accepted encoding */
export function decodeText(what: string, requested: EncodingName, { status, headers, body }: WireResponse): string {
  const encoding = headers['content-encoding'];
  if (status !== 200 || encoding !== (requested === 'Brotli' ? 'br' : undefined)) {
    throw new Error(`${what} answers ${status}, encoded as ${encoding ?? 'itself'}.`);
  }
  return (requested === 'Brotli' ? brotliDecompressSync(body) : body).toString('utf8');
}
