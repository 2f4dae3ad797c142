import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from '../../server/http-server';

let server: Server;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await new Promise((resolve) => server.close(resolve));
});

async function listen(limits: Parameters<typeof createHttpServer>[1]): Promise<void> {
  server = createHttpServer((_, response) => response.end('here'), limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** A connection, the bytes received from it, and whether the server closed it. */
function open(): { send: (text: string) => void; received: () => string; isClosed: () => boolean } {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server listens on no port.');
  const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  return { send: (text) => socket.write(text), received: () => received, isClosed: () => isClosed };
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('slow headers are cut off after their timeout, even while bytes arrive', async () => {
  await listen({ headersTimeout: 400, connectionsCheckingInterval: 50 });
  const { send, received, isClosed } = open();
  send('GET / HTTP/1.1\r\n');
  const startedAt = performance.now();
  const drip = setInterval(() => send('X-More: a\r\n'), 40);
  await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
  clearInterval(drip);
  expect(performance.now() - startedAt).toBeGreaterThan(350);
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
});

test('beyond the maximum new connections are closed, and idle ones are closed to make room before that', async () => {
  await listen({ maxConnections: 4 });
  const idle = open();
  idle.send(get);
  await expect.poll(idle.received).toContain('here');
  const busy = [open(), open(), open()];
  for (const { send } of busy.slice(1)) send('GET / HTTP/1.1\r\n');
  // The fourth connection is one more than three quarters of the maximum.
  await expect.poll(idle.isClosed).toBe(true);
  const fourth = open();
  fourth.send(get);
  await expect.poll(fourth.received).toContain('here');
  for (const { send } of [fourth]) send('GET / HTTP/1.1\r\n');
  const surplus = open();
  await expect.poll(surplus.isClosed).toBe(true);
  expect(busy.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
});
