import type { Server } from 'node:http';
import type { Logger } from 'pino';

const patienceMilliseconds = 8_000;
const sweepMilliseconds = 100;

/**
 * Takes no new requests, finishes those in flight, and cuts off clients that stall.
 *
 * @param patience milliseconds that requests in flight have
 */
export function closeServer(server: Server, patience = patienceMilliseconds): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    // A connection is kept open for its next request, which nobody would answer any more.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    server.close(() => {
      clearTimeout(impatience);
      clearInterval(sweep);
      resolve();
    });
  });
}

/**
 * Closes the server when the process is asked to stop, then tidies up and exits with 0. The same signal twice (a
 * terminal and npm both pass it on) is the same wish.
 */
export function stopGracefully(server: Server, log: Logger, tidyUp: () => Promise<void>): void {
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    void closeServer(server)
      .then(tidyUp)
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
