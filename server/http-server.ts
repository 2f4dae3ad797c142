import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
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

/**
 * Since Node.js 26 `closeIdleConnections` closes connections that have sent nothing yet too: those of new visitors, whose
 * first request is on its way.
 *
 * @returns closes the connections that are between two requests
 */
function trackIdleConnections(server: Server): () => void {
  /** Of each connection that has sent a request: those without a response, and the bytes read when the last one ended. */
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
    // A connection that has read more since is in the middle of its next request.
    for (const [socket, { pending, bytesRead }] of connections) {
      if (pending === 0 && bytesRead === socket.bytesRead) socket.destroy();
    }
  };
}

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
  const closeIdle = trackIdleConnections(server);
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > crowdedFrom * maxConnections) closeIdle();
  });
  server.on('clientError', answerUnreadable);
  return server;
}
