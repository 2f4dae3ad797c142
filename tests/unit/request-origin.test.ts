import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readSettings } from '~/http/settings.server';
import { getOrigin } from '../../server/incoming-request';

const direct = readSettings({});
const behindProxy = readSettings({ TRUST_PROXY: 'on' });
const named = readSettings({ TRUST_PROXY: 'on', ORIGIN: 'https://bikes.example' });

/** A request for the host `own.example`. */
function requestWith(headers: Record<string, string>, peer = '127.0.0.1'): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, { host: 'own.example', ...headers });
  return request;
}

const forwarded = requestWith({
  'x-forwarded-host': 'evil.example, Shop.example',
  'x-forwarded-proto': 'http, https',
});

test('without a proxy no header that a client sends about itself is trusted', () => {
  expect(getOrigin(forwarded, direct)).toBe('http://own.example');
});

test('behind one proxy the last value that it added is trusted, and nothing before it', () => {
  expect(getOrigin(forwarded, behindProxy)).toBe('https://shop.example');
  expect(getOrigin(requestWith({}), behindProxy)).toBe('http://own.example');
});

test('the headers of a peer with a public address are not those of a proxy', () => {
  expect(getOrigin(requestWith({ 'x-forwarded-host': 'shop.example' }, '192.0.2.1'), behindProxy)).toBe(
    'http://own.example',
  );
});

test('the setting ORIGIN is the origin, regardless of the request', () => {
  expect(getOrigin(forwarded, named)).toBe('https://bikes.example');
});

test.each(['', 'a b', 'own.example/path', 'user@own.example', '.example', 'own.example:port'])(
  'the host %j is invalid',
  (host) => {
    expect(getOrigin(requestWith({ host }), direct)).toBeNull();
  },
);
