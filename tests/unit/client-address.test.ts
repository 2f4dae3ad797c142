import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readSettings } from '~/http/settings.server';
import { getClientAddress } from '../../server/incoming-request';

const behindProxy = readSettings({ TRUST_PROXY: 'on' });
const direct = readSettings({});

function requestWith(headers: Record<string, string>, peer = '10.0.0.2'): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
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
  ['unknown', '10.0.0.2'],
  ['203.0.113.7:99999999', '10.0.0.2'],
  ['203.0.113.999', '10.0.0.2'],
  ['', '10.0.0.2'],
])('behind a proxy, X-Forwarded-For: %s is %s', (header, address) => {
  expect(getClientAddress(requestWith({ 'x-forwarded-for': header }), behindProxy)).toBe(address);
});

test('without a proxy no header sets the client address, and Forwarded never does', () => {
  const forwarded = { forwarded: 'for=203.0.113.7' };
  expect(getClientAddress(requestWith({ ...forwarded, 'x-forwarded-for': '203.0.113.7' }), direct)).toBe('10.0.0.2');
  expect(getClientAddress(requestWith(forwarded), behindProxy)).toBe('10.0.0.2');
});

test.each([
  ...['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.9.8.7', '172.31.0.1', '192.168.1.1', 'fd00::1', 'fe80::1%eth0'].map(
    (peer) => [peer, '203.0.113.7'],
  ),
  ...['192.0.2.1', '::ffff:192.0.2.1', '172.32.0.1', '2001:db8::1', '8.8.8.8'].map((peer) => [peer, peer]),
])('the header of the peer %s gives the address %s', (peer, address) => {
  expect(getClientAddress(requestWith({ 'x-forwarded-for': '203.0.113.7' }, peer), behindProxy)).toBe(address);
});
