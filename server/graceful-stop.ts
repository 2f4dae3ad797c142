import type { Server } from 'node:http';
import type { Logger } from 'pino';

const patienceMilliseconds = 8_000;
const sweepMilliseconds = 100;

/**
 * Stops accepting requests, finishes those in flight, and disconnects clients that stall.
 *
 * @param patience milliseconds that requests in flight may take
 */
export function closeServer(server: Server, patience = patienceMilliseconds): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), patience);
    // Closes keep-alive connections, whose next request would not be answered.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    server.close(() => {
      clearTimeout(impatience);
      clearInterval(sweep);
      resolve();
    });
  });
}

/**
 * Closes the server on a termination signal, then cleans up and exits with 0. A repeated signal is ignored, since a
 * terminal and npm both forward it.
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
