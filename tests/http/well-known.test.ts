import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let plain: SiteInProcess;
beforeAll(async () => {
  const now = () => new Date('2026-11-22T10:11:12.000Z');
  site = await openSite({ SECURITY_CONTACT: 'mailto:security@bikes.example', ORIGIN: 'https://bikes.example' }, now);
  plain = await openSite();
});
afterAll(() => Promise.all([site.close(), plain.close()]));

describe('/.well-known', () => {
  it('names the contact for vulnerabilities, the expiry date and its own URL', async () => {
    const { status, headers, body } = await site.request('/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(
      [
        'Contact: mailto:security@bikes.example',
        'Expires: 2027-05-21T00:00:00.000Z',
        'Preferred-Languages: en, hi',
        'Canonical: https://bikes.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });

  it('has no security.txt without the setting', async () => {
    expect((await plain.request('/.well-known/security.txt')).status).toBe(404);
  });

  it('redirects to the form for changing the password', async () => {
    const { status, headers } = await plain.request('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/profile/security']);
  });
});

/** The status line of a response to a request whose headers are sent unchanged. */
function getStatus(origin: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received.slice(0, received.indexOf('\r\n'))));
  });
}

describe('two Host headers', () => {
  it.each(['/main', '/api/bikes', '/robots.txt', '/favicon.svg', '/nowhere', '/api/auth/login'])(
    'are rejected for %s, cached or not, with any values',
    async (path) => {
      const method = path.endsWith('login') ? 'POST' : 'GET';
      for (const one of [site, plain]) {
        const host = new URL(one.origin).host;
        // The first creates a cached page of it.
        await getStatus(one.origin, [`${method} ${path} HTTP/1.1`, `Host: ${host}`]);
        const same = [`Host: ${host}`, `hOST: ${host}`];
        for (const hosts of [same, [`Host: ${host}`, 'Host: evil.example'], ['Host: evil.example', `Host: ${host}`]]) {
          expect(await getStatus(one.origin, [`${method} ${path} HTTP/1.1`, ...hosts])).toBe(
            'HTTP/1.1 400 Bad Request',
          );
        }
      }
      expect(await getStatus(plain.origin, ['GET /main HTTP/1.1', `Host: ${new URL(plain.origin).host}`])).toBe(
        'HTTP/1.1 200 OK',
      );
    },
  );
});
