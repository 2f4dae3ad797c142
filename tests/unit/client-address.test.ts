import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readSettings } from '~/http/settings.server';
import { getClientAddress } from '../../server/incoming-request';

const behindProxy = readSettings({ TRUST_PROXY: 'on' });
const direct = readSettings({});

function requestWith(headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown', '192.0.2.1'],
  ['203.0.113.7:99999999', '192.0.2.1'],
  ['203.0.113.999', '192.0.2.1'],
  ['', '192.0.2.1'],
])('behind a proxy, X-Forwarded-For: %s is %s', (header, address) => {
  expect(getClientAddress(requestWith({ 'x-forwarded-for': header }), behindProxy)).toBe(address);
});

test('without a proxy no header sets the client address, and Forwarded never does', () => {
  const forwarded = { forwarded: 'for=203.0.113.7' };
  expect(getClientAddress(requestWith({ ...forwarded, 'x-forwarded-for': '203.0.113.7' }), direct)).toBe('192.0.2.1');
  expect(getClientAddress(requestWith(forwarded), behindProxy)).toBe('192.0.2.1');
});
