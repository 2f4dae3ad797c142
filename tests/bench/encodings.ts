import { brotliDecompressSync } from 'node:zlib';
import { browserHeaders, type WireResponse } from '../support/wire-request';

/** How everything is asked for: as browsers do, and as the plainest client does. */
export const encodings = [
  ['Brotli', browserHeaders],
  ['uncompressed', {}],
] as const;
export type EncodingName = (typeof encodings)[number][0];

/** @throws when the answer is no success, or not in the encoding that was asked for */
export function textOf(what: string, requested: EncodingName, { status, headers, body }: WireResponse): string {
  const encoding = headers['content-encoding'];
  if (status !== 200 || encoding !== (requested === 'Brotli' ? 'br' : undefined)) {
    throw new Error(`${what} answers ${status}, encoded as ${encoding ?? 'itself'}.`);
  }
  return (requested === 'Brotli' ? brotliDecompressSync(body) : body).toString('utf8');
}
