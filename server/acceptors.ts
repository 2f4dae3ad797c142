import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { createServer, type Server as SocketServer } from 'node:net';

const furtherHandles = 15;

const sendBack = `
process.on('message', (count, handle) => {
  for (let at = 0; at < count; at += 1) process.send(at, handle);
});`;

/**
 * Accepts connections of a listening server through further handles of the same socket.
 *
 * Node.js accepts one connection a turn of the event loop from each handle (libuv, since 1.45). Of some hundred that
 * arrive at once the last would wait for as many turns, at a site under attack for seconds. Node.js duplicates a handle
 * only to send it to another process, so that it is sent to one that sends it back; if that process cannot be started,
 * the server goes on with its own handle.
 *
 * @returns the servers of these handles, to which each is added when it is open
 */
export function openAcceptors(server: Server, backlog: number, signal: AbortSignal): readonly SocketServer[] {
  const acceptors: SocketServer[] = [];
  const duplicator = spawn(process.execPath, ['--eval', sendBack], {
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
  });
  duplicator.on('error', () => undefined);
  duplicator.on('message', (_, handle) => {
    if (signal.aborted) return;
    // As the server of Node.js itself creates its sockets.
    const options = { allowHalfOpen: true, noDelay: true };
    const acceptor = createServer(options, (socket) => server.emit('connection', socket));
    acceptor.on('error', () => undefined);
    acceptors.push(acceptor.listen(handle, backlog));
    if (acceptors.length === furtherHandles) duplicator.kill();
  });
  // Not a public property: the other process would accept connections of a handle that it receives as a server.
  duplicator.send(furtherHandles, Reflect.get(server, '_handle'));
  return acceptors;
}
