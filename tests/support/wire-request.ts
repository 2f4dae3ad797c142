import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** A response as transferred: the status line, every header and the body. */
export type WireResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent: flat name and value pairs. */
  rawHeaders: string[];
  /** As sent: still compressed. */
  body: Buffer;
  bytes: number;
};

/** Headers that browsers send with every request. */
export const browserHeaders = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/**
 * Requests as a browser does, on a keep-alive connection (which has headers of its own), and counts bytes.
 *
 * @throws when the connection breaks or is closed before the response is complete
 */
export function requestOnTheWire(
  origin: string,
  path: string,
  headers: Record<string, string> = browserHeaders,
): Promise<WireResponse> {
  const agent = new Agent({ keepAlive: true });
  return new Promise<WireResponse>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const request = httpRequest({ hostname, port, path, headers, agent }, (response) => {
      // Taken now: at its end the response releases the connection.
      const { socket } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks),
          bytes: socket.bytesRead,
        }),
      );
    });
    request.on('error', reject);
    request.end();
  }).finally(() => agent.destroy());
}
