import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { minuteMs } from '~/domain/shared/dates';
import { OpenCounts } from '~/http/open-counts.server';
import { toLimitedAddress } from '~/http/address-limits.server';
import type { Runtime } from '~/http/runtime.server';
import { endWithError, respondToUnreadable } from './error-response';
import { isApiPath } from './request-kind';

type ConnectionLimits = {
  headersTimeout: number;
  connectionsCheckingInterval: number;
  maxConnections: number;
  /** Null for no limit, as behind a proxy, which opens all. */
  maxPerAddress: number | null;
  idleTimeout: number;
  keepAliveTimeout: number;
  closesIdle: boolean;
  /**
   * Longest time before a request is rejected whose connection is one too many. A client that opens the next at once
   * would keep the server busy with nothing else.
   */
  rejectionDelay: number;
};

/**
 * An idle connection takes about 20 KB, and one that sends a small body 8 KB more (`defaultBudget`). With an idle timeout
 * of 65 seconds, this serves 30 new visitors a second without a proxy.
 */
const connectionLimits: ConnectionLimits = {
  headersTimeout: 9_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 2_000,
  maxPerAddress: null,
  idleTimeout: 30_000,
  keepAliveTimeout: 30_000,
  closesIdle: true,
  rejectionDelay: 8_000,
};

const maxRejected = 2_000;

/**
 * Maximum number of connections that the system keeps for us while we are busy; Linux also limits it to
 * `net.core.somaxconn`. A connection beyond it is tried again by its client after 1, 3 and 7 seconds, so that with the
 * 511 of Node.js a burst of one address made others wait for ten seconds.
 */
export const maxAcceptQueue = connectionLimits.maxConnections + maxRejected;

export const directLimits = { maxPerAddress: 200 };

/** Our side never closes connections of a proxy first: the timeout is longer than that of any proxy. */
export const proxiedLimits = { keepAliveTimeout: 65_000, closesIdle: false };

/** Above this share of the maximum, idle connections are closed to make room for new ones. */
const idleCloseRatio = 0.75;

/**
 * Unlike `closeIdleConnections`, which since Node.js 26 also closes connections that have not sent anything yet: those
 * of new visitors, whose first request is on its way.
 */
function trackConnections(
  server: Server,
  idleTimeout: number,
): { closeIdle: () => void; closeStalled: (socket: Socket) => void } {
  const connections = new Map<Socket, { pending: Set<ServerResponse>; bytesRead: number }>();
  server.on('request', ({ socket }, response) => {
    let connection = connections.get(socket);
    if (!connection) {
      connection = { pending: new Set(), bytesRead: 0 };
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
    }
    const { pending } = connection;
    const own = connection;
    pending.add(response);
    response.once('close', () => {
      pending.delete(response);
      own.bytesRead = socket.bytesRead;
    });
  });
  return {
    closeIdle: () => {
      for (const [socket, { pending, bytesRead }] of connections) {
        if (pending.size === 0 && bytesRead === socket.bytesRead) socket.destroy();
      }
    },
    closeStalled: (socket) => {
      const responses = [...(connections.get(socket)?.pending ?? [])];
      const isWaitingForUs = ({ req, headersSent }: ServerResponse): boolean =>
        headersSent ? socket.writableLength === 0 : req.complete;
      if (responses.some(isWaitingForUs)) socket.setTimeout(idleTimeout);
      else if (responses.length === 0 || responses.some(({ headersSent }) => headersSent)) socket.destroy();
      else {
        const isApi = isApiPath(responses[0]?.req.url ?? '/');
        endWithError(socket, '408 Request Timeout', { code: 'request_too_slow' }, isApi);
      }
    },
  };
}

/** Without a page, whose rendering would take longer. */
function reject(socket: Duplex, isApi: boolean): void {
  endWithError(socket, '429 Too Many Requests', { code: 'too_many_connections' }, isApi, { 'Retry-After': '30' });
}

/** Inserting a saved reply puts the draft into the URL: up to 2,000 characters, at nine bytes each in Hindi. */
export const maxHeaderBytes = 32_768;

export function createHttpServer(listener: RequestListener, limits: Partial<ConnectionLimits> = {}): Server {
  const all = { ...connectionLimits, ...limits };
  const { headersTimeout, connectionsCheckingInterval, maxConnections, maxPerAddress, keepAliveTimeout } = all;
  const counts = new OpenCounts({ perAddress: maxPerAddress ?? Number.POSITIVE_INFINITY, inAll: maxConnections });
  const rejected = new Set<Duplex>();
  const waiting = new WeakSet<Duplex>();
  const rejectLater = (socket: Duplex, isApi: boolean): void => {
    if (waiting.has(socket)) return;
    waiting.add(socket);
    // At different times: those of an attack would all end at once, and start again.
    setTimeout(reject, all.rejectionDelay * (0.5 + Math.random() / 2), socket, isApi);
  };
  const server = createServer(
    {
      // Photos from a slow phone take long; the body meter detects a client that sends nothing.
      requestTimeout: 20 * minuteMs,
      headersTimeout,
      connectionsCheckingInterval,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout,
    },
    (request, response) => {
      if (rejected.has(request.socket)) rejectLater(request.socket, isApiPath(request.url ?? '/'));
      else listener(request, response);
    },
  );
  const { closeIdle, closeStalled } = trackConnections(server, all.idleTimeout);
  server.setTimeout(all.idleTimeout, closeStalled);
  server.prependListener('connection', (socket) => {
    const giveBack = counts.take(toLimitedAddress(socket.remoteAddress ?? ''));
    if (typeof giveBack === 'string') {
      if (giveBack === 'site' || rejected.size >= maxRejected) {
        socket.destroy();
        return;
      }
      rejected.add(socket);
      socket.once('close', () => rejected.delete(socket));
      return;
    }
    socket.once('close', giveBack);
    if (all.closesIdle && counts.count > idleCloseRatio * maxConnections) closeIdle();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (rejected.has(socket) && socket.writable && error.code !== 'ECONNRESET') rejectLater(socket, false);
    else respondToUnreadable(error, socket);
  });
  return server;
}

export async function findFreePort(host: string | null): Promise<number> {
  const probe = createSocketServer().listen({ port: 0, ...(host && { host }) });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Leaves half a second of the eight within which the site stops. */
const drainMilliseconds = 7_500;
const idleSweepMilliseconds = 100;

/** @param acceptors accept connections for the server, through handles of their own */
export async function closeServer(
  server: Server,
  timeout = drainMilliseconds,
  acceptors: readonly SocketServer[] = [],
): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), timeout);
  // Keep-alive connections would send requests that get no response.
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMilliseconds);
  await Promise.all([server, ...acceptors].map((open) => new Promise((resolve) => open.close(resolve))));
  clearTimeout(deadline);
  clearInterval(sweep);
}

/** Further signals are ignored, because a terminal and npm both forward it. */
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

export function stopGracefully(
  server: Server,
  { log, stopping }: Pick<Runtime, 'log' | 'stopping'>,
  getAcceptors: () => readonly SocketServer[],
  cleanUp: () => Promise<void>,
): void {
  onTermination(log, () => {
    stopping.abort();
    void closeServer(server, drainMilliseconds, getAcceptors())
      .then(cleanUp)
      .then(() => process.exit(0));
  });
}

export function exitWithMessage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
