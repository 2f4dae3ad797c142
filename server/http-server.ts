import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { minuteMs } from '~/domain/shared/dates';
import { respondToUnreadable } from './error-response';

type ConnectionLimits = {
  /** Timeout for the headers of a request. */
  headersTimeout: number;
  /** Interval of the timeout checks: a timeout is exceeded by at most this much. */
  connectionsCheckingInterval: number;
  /** Maximum number of open connections. Node.js closes further ones immediately. */
  maxConnections: number;
};

/**
 * An idle connection takes about 20 KB, and one that sends a small body 8 KB more (`defaultBudget`). With an idle timeout
 * of 65 seconds, this serves 30 new visitors a second without a proxy.
 */
const connectionLimits: ConnectionLimits = {
  headersTimeout: 9_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 2_000,
};

/** Share of the maximum above which idle connections are closed to make room for new ones. */
const idleCloseRatio = 0.75;

/**
 * Replaces `closeIdleConnections`, which since Node.js 26 also closes connections that have not sent anything yet:
 * those of new visitors, whose first request is on its way.
 *
 * @returns closes the connections that are between two requests
 */
function trackIdleConnections(server: Server): () => void {
  /** Connections that have sent a request: number of pending requests, and bytes read when the last response ended. */
  const connections = new Map<Socket, { pending: number; bytesRead: number }>();
  server.on('request', ({ socket }, response) => {
    let connection = connections.get(socket);
    if (!connection) {
      connection = { pending: 0, bytesRead: 0 };
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
    }
    const own = connection;
    own.pending += 1;
    response.once('close', () => {
      own.pending -= 1;
      own.bytesRead = socket.bytesRead;
    });
  });
  return () => {
    // More bytes since then belong to the next request.
    for (const [socket, { pending, bytesRead }] of connections) {
      if (pending === 0 && bytesRead === socket.bytesRead) socket.destroy();
    }
  };
}

/**
 * Maximum size of request line and headers. Inserting a saved reply puts the draft of a reply into the URL: up to 2,000
 * characters, at nine bytes each in Hindi.
 */
export const maxHeaderBytes = 32_768;

/** Creates the HTTP server with its timeouts and connection limits. */
export function createHttpServer(listener: RequestListener, limits: Partial<ConnectionLimits> = {}): Server {
  const { headersTimeout, connectionsCheckingInterval, maxConnections } = { ...connectionLimits, ...limits };
  const server = createServer(
    {
      // Photos from a slow phone take long; the body meter detects a client that sends nothing.
      requestTimeout: 20 * minuteMs,
      headersTimeout,
      connectionsCheckingInterval,
      maxHeaderSize: maxHeaderBytes,
      // Longer than the keep-alive timeout of any proxy, so that our side never closes a connection first.
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  const closeIdle = trackIdleConnections(server);
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > idleCloseRatio * maxConnections) closeIdle();
  });
  server.on('clientError', respondToUnreadable);
  return server;
}

/** Finds a port that no process listens on. */
export async function findFreePort(host: string | null): Promise<number> {
  const probe = createSocketServer().listen({ port: 0, ...(host && { host }) });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const drainMilliseconds = 8_000;
const idleSweepMilliseconds = 100;

/**
 * Stops accepting requests, finishes those in flight, and disconnects clients that stall.
 *
 * @param timeout milliseconds for requests in flight
 */
export function closeServer(server: Server, timeout = drainMilliseconds): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), timeout);
    // Keep-alive connections would send requests that get no response.
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMilliseconds);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(sweep);
      resolve();
    });
  });
}

/**
 * Calls `stop` on the first termination signal. Further ones are ignored, because a terminal and npm both forward it.
 */
export function onTermination(log: Logger, stop: () => void): void {
  let isStopping = false;
  const onSignal = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    stop();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

/** Closes the server on a termination signal, then cleans up and exits with 0. */
export function stopGracefully(server: Server, log: Logger, cleanUp: () => Promise<void>): void {
  onTermination(log, () => {
    void closeServer(server)
      .then(cleanUp)
      .then(() => process.exit(0));
  });
}

/** Exits because the site cannot start. Prints the reason without a stack trace. */
export function exitWithMessage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
