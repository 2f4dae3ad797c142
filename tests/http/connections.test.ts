import { spawn } from 'node:child_process';
import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openAcceptors } from '../../server/acceptors';
import { closeServer, createHttpServer } from '../../server/http-server';

let server: Server;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await new Promise((resolve) => server.close(resolve));
});

async function listen(
  limits: Parameters<typeof createHttpServer>[1],
  listener: RequestListener = (_, response) => response.end('here'),
): Promise<void> {
  server = createHttpServer(listener, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function getPort(): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server listens on no port.');
  return address.port;
}

/** A connection, what was received from it, and whether the server closed it. */
function open(localAddress = '127.0.0.1') {
  const socket = connect({ port: getPort(), host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  return {
    send: (text: string) => socket.write(text),
    received: () => received,
    getLength: () => received.length,
    isClosed: () => isClosed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.destroy(),
  };
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

test('beyond the maximum of its address a connection gets 429 before anything is read, others are served', async () => {
  await listen({ maxPerAddress: 2, rejectionDelay: 100 });
  const [first, second] = [open(), open()];
  for (const { send } of [first, second]) send('GET / HTTP/1.1\r\n');
  const surplus = open();
  surplus.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\na');
  await expect.poll(surplus.isClosed).toBe(true);
  expect(surplus.received()).toMatch(/^HTTP\/1\.1 429 .*\r\nConnection: close\r\n.*Too many connections/s);
  const elsewhere = open('127.0.0.2');
  elsewhere.send(get);
  await expect.poll(elsewhere.received).toContain('here');
  for (const { close } of [first, second]) close();
  await expect.poll(() => first.isClosed() && second.isClosed()).toBe(true);
  const next = open();
  next.send(get);
  await expect.poll(next.received).toContain('here');
});

test.each([
  ['instead of a request', 'no request\r\n\r\n'],
  ['after a request', `${get}no request\r\n\r\n`],
])('beyond the maximum of its address unreadable bytes %s are rejected after the same time', async (_, bytes) => {
  await listen({ maxPerAddress: 1, rejectionDelay: 400 });
  const first = open();
  first.send(get);
  await expect.poll(first.received).toContain('here');
  const startedAt = performance.now();
  const surplus = open();
  surplus.send(bytes);
  await expect.poll(surplus.isClosed).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThan(190);
  expect(surplus.received()).toMatch(/^HTTP\/1\.1 429 .*Too many connections/s);
});

test('a client that neither sends nor reads is disconnected: with a sentence in a request, else without', async () => {
  const body = Buffer.alloc(32 * 1024 * 1024);
  await listen({ idleTimeout: 300 }, (request, response) => {
    if (request.method === 'GET') response.end(body);
  });
  const sender = open();
  sender.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab');
  const client = open();
  client.send('POST /api/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{');
  const reader = open();
  reader.pause();
  reader.send(get);
  await expect.poll(sender.isClosed).toBe(true);
  expect(sender.received()).toMatch(/^HTTP\/1\.1 408 .*The request came too slowly/s);
  await expect.poll(client.isClosed).toBe(true);
  expect(client.received()).toMatch(
    /^HTTP\/1\.1 408 .*\{"success":false,"code":"request_too_slow","message":"The request came too slowly\.".*\}$/s,
  );
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
});

test('a client that reads slowly gets the whole response', async () => {
  const body = Buffer.alloc(12 * 1024 * 1024);
  await listen({ idleTimeout: 300 }, (_, response) => response.end(body));
  const { send, pause, resume, getLength } = open();
  send(get);
  const startedAt = performance.now();
  while (getLength() < body.length && performance.now() - startedAt < 10_000) {
    pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    resume();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(getLength()).toBeGreaterThan(body.length);
});

test('a client that waits for its response is not disconnected', async () => {
  await listen({ idleTimeout: 100 }, (_, response) => void setTimeout(() => response.end('here'), 600));
  const { send, received, isClosed } = open();
  send(get);
  await expect.poll(() => received() !== '' || isClosed()).toBe(true);
  expect(received()).toMatch(/^HTTP\/1\.1 200 .*here/s);
});

const sendMany = `
const { connect } = require('node:net');
for (let at = 0; at < 300; at += 1) connect(Number(process.argv[1]), '127.0.0.1').on('error', () => undefined);
`;

test('connections that arrive at once are accepted some at a time', async () => {
  await listen({});
  const stop = new AbortController();
  const acceptors = openAcceptors(server, 600, stop.signal);
  await expect.poll(() => acceptors.length, { timeout: 10_000 }).toBe(15);
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const perTurn: number[] = [];
  const sender = spawn(process.execPath, ['--eval', sendMany, String(getPort())], { stdio: 'ignore' });
  const isBusyUntil = performance.now() + 500;
  while (performance.now() < isBusyUntil);
  for (let before = accepted; accepted < 300; before = accepted) {
    await new Promise(setImmediate);
    perTurn.push(accepted - before);
  }
  expect(Math.max(...perTurn)).toBe(16);
  stop.abort();
  sender.kill();
  await closeServer(server, 1_000, acceptors);
});
