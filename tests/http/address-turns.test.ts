import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

test.each([
  ['searches', (at: number) => `GET /browse?q=nothing${at} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['refused forms', () => 'POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n'],
])('%s that one address sends all at once do not come before the request of another', async (_, create) => {
  const { hostname, port } = new URL(site.origin);
  const served: string[] = [];
  const open = async (localAddress: string) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.write('GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.once('data', () => served.push(localAddress));
    return socket;
  };
  const many = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.1')));
  const visitor = await open('127.0.0.2');
  for (const [at, socket] of many.entries()) socket.write(create(at));
  visitor.write('GET /browse?q=honda HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => served.length, { timeout: 20_000 }).toBe(21);
  for (const socket of [...many, visitor]) socket.destroy();
  expect(served.indexOf('127.0.0.2')).toBeLessThan(5);
});
