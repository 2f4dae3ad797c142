import { connect } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { formRoutes } from '../support/form-routes';
import { boundary, megabyte, multipart, photo } from '../support/multipart-forms';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const urlencoded = 'application/x-www-form-urlencoded';
const tooMuch = 'The form holds too much text. Please shorten it.';

const post = (path: string, body: string | Buffer, type = urlencoded, accept = 'text/html') =>
  site.request(path, { method: 'POST', headers: { 'Content-Type': type, Accept: accept, Cookie: 'compare=1' }, body });

/** No body of these is read: signing out, unknown and redirected paths, and forms closed to visitors, as at the desk and in setup. */
const unreadOf = [
  '/',
  '/logout',
  '/vehicle-details',
  '/dashboard',
  '/appointment',
  '/conversation',
  '/report',
  '/profile/edit',
  '/profile/blocked',
  '/recovery-code',
];
/** Without the token of an invitation, its page says that it was used. */
const responsesUnread = new Set([...unreadOf, '/profile/vehicle', '/invite']);
const isRead = (path: string): boolean => !responsesUnread.has(path) && !/^\/(?:desk\/|setup)/.test(path);

const largeText = `add=2&save=2&vehicle=2&code=x&note=${'x'.repeat(270_000)}`;

describe('a form past 256 KB', () => {
  it('is rejected by every screen that reads it, with a message, and changes nothing', async () => {
    const screens = (await formRoutes()).map(({ path }) => path);
    const open = screens.filter(isRead);
    expect(open.length).toBeGreaterThan(10);
    const responses = await Promise.all(open.map(async (path) => ({ path, ...(await post(path, largeText)) })));
    expect(responses.map(({ path, status }) => `${path} ${status}`)).toEqual(open.map((path) => `${path} 413`));
    for (const { body, headers } of responses) {
      expect(body).toContain(tooMuch);
      // Only that of a form whose response has a private link.
      expect(headers['set-cookie'] ?? []).toEqual([]);
    }
  });

  it('is rejected for its size before anything else, also without a Content-Length', async () => {
    const { status, body } = await post('/compare/list', 'x'.repeat(270_000));
    expect([status, body.includes(tooMuch)]).toEqual([413, true]);
  });

  it('is rejected in parts too where no photo is accepted', async () => {
    const body = multipart([{ name: 'add', value: '2' }, photo('film.jpg', Buffer.alloc(300_000))]);
    const type = `multipart/form-data; boundary=${boundary}`;
    for (const path of ['/compare/list', '/bookings', '/accessories/list', '/support']) {
      expect((await post(path, body, type)).status).toBe(413);
    }
  });

  it('is rejected in JSON for a script', async () => {
    const compare = await post('/compare/list', largeText, urlencoded, 'application/json');
    expect([compare.status, JSON.parse(compare.body)]).toMatchObject([413, { message: tooMuch }]);
    const heart = await post('/favourites', largeText, urlencoded, 'application/json');
    expect([heart.status, JSON.parse(heart.body)]).toMatchObject([413, { message: tooMuch }]);
  });
});

test('an unread body is skipped up to 25 MB, and then its connection is closed', async () => {
  const { hostname, port } = new URL(site.origin);
  const socket = connect(Number(port), hostname);
  const piece = Buffer.alloc(megabyte, '0');
  let sent = 0;
  const send = (): void => {
    while (!socket.destroyed && socket.write(piece)) sent += 1;
    sent += 1;
  };
  socket.write(`POST /logout HTTP/1.1\r\nHost: a\r\nContent-Length: ${1000 * megabyte}\r\n\r\n`);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  // The error depends on timing: a reset counts as a close too.
  socket.on('drain', send).on('error', () => undefined);
  const isOver = new Promise((resolve) => socket.on('close', resolve));
  send();
  await isOver;
  expect(response).toMatch(/^HTTP\/1\.1 303 /);
  // Bytes in the buffers of both ends were sent and not read.
  expect(sent).toBeLessThan(50);
});
