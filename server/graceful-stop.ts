import type { Server } from 'node:http';
import type { Logger } from 'pino';

const patienceMilliseconds = 8_000;
const sweepMilliseconds = 100;

/**
 * Stops when asked: takes no new requests, finishes those in flight, cuts off who stalls after eight seconds, then
 * tidies up and exits with 0. The same signal twice (a terminal and npm both pass it on) is the same wish.
 */
export function stopGracefully(server: Server, log: Logger, tidyUp: () => void): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    const impatience = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
    // A connection is kept open for its next request, which nobody would answer any more.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    server.close(() => {
      clearTimeout(impatience);
      clearInterval(sweep);
      tidyUp();
      process.exit(0);
    });
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
