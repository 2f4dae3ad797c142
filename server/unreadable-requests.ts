import type { Duplex } from 'node:stream';
import { securityHeaders } from './security-headers';

const standing = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Responds to data that `node:http` could not parse as a request. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request came too slowly.']
        : ['400 Bad Request', 'The request could not be read.'];
  socket.end(
    `HTTP/1.1 ${status}\r\n${standing}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${sentence.length}\r\nConnection: close\r\n\r\n${sentence}`,
  );
}
