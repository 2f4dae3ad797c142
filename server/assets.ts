import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { securityHeaders } from './security-headers';

/**
 * Serves what the build made: Remix's chunks, the drawings and the icons for ever, because their names hold their
 * content; what `public/` holds for an hour. Compressed copies were written by the build beside each file.
 *
 * @returns whether a file was there; when not, the request goes on to the screens
 */
export function createAssets(
  directory: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, pathname) {
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      response.setHeader('Vary', 'Accept-Encoding');
      response.setHeader(
        'Cache-Control',
        pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      if (pathname === '/speculation-rules.json')
        response.setHeader('Content-Type', 'application/speculationrules+json');
    },
  });
}
