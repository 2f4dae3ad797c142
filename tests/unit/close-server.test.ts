import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { closeServer } from '../../server/http-server';

afterEach(() => {
  vi.useRealTimers();
});

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server, and a client that has just sent the beginning of a request or a whole one. */
async function serve(listener: RequestListener, sent: string): Promise<{ server: Server; client: Socket }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  const arrived = once(server, 'request');
  client.write(sent);
  await arrived;
  return { server, client };
}

const postWithoutEnd = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nname=';

test('a client that stalls in the middle of a form is disconnected after the grace period', async () => {
  const { server, client } = await serve((request) => request.resume(), postWithoutEnd);
  const isCutOff = once(client, 'close');
  await closeServer(server, 200);
  await isCutOff;
  expect(client.destroyed).toBe(true);
});

test('the grace period is seven and a half seconds', async () => {
  const { server, client } = await serve((request) => request.resume(), postWithoutEnd);
  const cutOff = vi.spyOn(server, 'closeAllConnections');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = closeServer(server);
  vi.advanceTimersByTime(7_499);
  expect(cutOff).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(cutOff).toHaveBeenCalledOnce();
  await closed;
  client.destroy();
});

test('a request in flight is finished, and its connection closed before the grace period ends', async () => {
  const { server, client } = await serve((_request, response) => setTimeout(() => response.end('Done.'), 50), get);
  let response = '';
  client.on('data', (chunk) => {
    response += chunk;
  });
  await closeServer(server, 30_000);
  await vi.waitUntil(() => client.closed);
  expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*Done\./);
});
