import { createServer, type RequestListener, type Server } from 'node:http';
import { aMinute } from '~/domain/durations';
import { answerUnreadable } from './unreadable-requests';

type ConnectionLimits = {
  /** Milliseconds that the headers of a request may take. */
  headersTimeout: number;
  /** Milliseconds between two looks at what takes too long: it is cut off at most so much later. */
  connectionsCheckingInterval: number;
  /** Open at once; beyond it a connection is closed as it comes. */
  maxConnections: number;
};

/**
 * A connection that does nothing takes some 20 KB, and one that sends a small body 8 KB more (`usualBudget`). With
 * the 65 seconds that an idle one is kept, this serves 30 new visitors a second without any proxy.
 */
const usualLimits: ConnectionLimits = {
  headersTimeout: 9_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 2_000,
};

/** From this part of the connections on, idle ones give way to new ones. */
const crowdedFrom = 0.75;

/** The server of one process: how long a client may take, and how many there may be. */
export function createHttpServer(listener: RequestListener, limits: Partial<ConnectionLimits> = {}): Server {
  const { headersTimeout, connectionsCheckingInterval, maxConnections } = { ...usualLimits, ...limits };
  const server = createServer(
    {
      // A slow phone may take long over its photos; one that sends nothing is noticed by the body meter.
      requestTimeout: 20 * aMinute,
      headersTimeout,
      connectionsCheckingInterval,
      // Longer than any proxy keeps its connections, so that ours is never the one that closes first.
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > crowdedFrom * maxConnections) server.closeIdleConnections();
  });
  server.on('clientError', answerUnreadable);
  return server;
}
