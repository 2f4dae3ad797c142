import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { maxSources, toSource } from '~/domain/figures/lead-sources.server';
import { deskPaths, paths } from '~/paths';
import { keepStoringVisits } from '../../server/scheduled-tasks';
import { addSource, fillSource } from '../../server/lead-source';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

type Headers = Record<string, string>;

const now = new Date('2026-11-26T06:00:00Z');
const browser = { 'User-Agent': 'Mozilla/5.0' };
let site: SiteInProcess;
let uma: Headers;
let operator: Headers;

shareSite(async () => {
  site = await openSite({ TRUST_PROXY: 'on' }, () => now);
  uma = getCookie(signIn(site, 'Uma'));
  operator = getCookie(signIn(site, 'Opal', 'owner'));
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec(
    `DELETE FROM source_counts; DELETE FROM contact_messages; DELETE FROM service_requests; DELETE FROM appointments;
     DELETE FROM conversations`,
  );
});

const message = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '',
  subject: 'A test ride',
  message: 'May I come by on Saturday?',
};
const readTable = async (): Promise<string[]> => {
  await keepStoringVisits(site.runtime)();
  const file = await site.request(deskPaths.figuresFile('sources', 'week'), { headers: operator });
  return file.body.trim().split('\r\n').slice(1);
};
const findLeads = (): { source: string }[] =>
  site.runtime.db.$client.prepare<[], { source: string }>('SELECT source FROM lead_sources').all();

it('follows a visitor from the link to each kind of lead, over links, forms and pages that are kept', async () => {
  const listing = storeListing(site.runtime.db).listing.id;
  const forms: [path: string, fields: Headers, headers: Headers][] = [
    [paths.contact(), message, {}],
    [
      paths.contact({ about: listing }),
      { ...message, about: listing, phone: '9876543210', message: 'Is it still there?' },
      {},
    ],
    [
      paths.newAppointment(),
      { kind: 'test-ride', branch: 'showroom', name: 'Meera', phone: '9820012345', slot: '2026-11-28T11:00' },
      {},
    ],
    [
      paths.service(),
      {
        serviceType: 'quick-service',
        'contactInfo.name': 'Uma Rao',
        'contactInfo.phone': '9876543210',
        'contactInfo.email': 'uma@example.com',
        'vehicleDetails.brand': 'Hero',
        'serviceDetails.preferredDate': '2026-11-28',
      },
      uma,
    ],
    [paths.bookings(), { vehicle: '6' }, uma],
  ];
  for (let time = 0; time < 3; time += 1) {
    const page = await site.request('/main?utm_source=Instagram&utm_medium=reel', { headers: browser });
    expect(page.body).toContain('href="/contact?from=instagram"');
    expect((await site.request('/main', { headers: browser })).body).not.toContain('from=instagram');
  }
  for (const [path, fields, headers] of forms) {
    const sent = await sendForm(site, addSource(path, 'instagram'), fields, headers);
    expect([path, sent.status]).toEqual([path, 303]);
    expect(sent.headers.location).toContain('from=instagram');
  }
  expect(findLeads()).toEqual(forms.map(() => ({ source: 'instagram' })));
  await sendForm(site, paths.contact(), { ...message, email: 'else@example.com', message: 'By no link at all.' });
  expect(findLeads()).toHaveLength(forms.length);
  expect(await readTable()).toEqual(['instagram,1,5']);
  const [asked] = site.runtime.db.$client
    .prepare<[], { id: string }>("SELECT id FROM contact_messages WHERE email = 'asha@example.com'")
    .all();
  const shown = await site.request(deskPaths.customer(asked?.id ?? ''), { headers: operator });
  expect(getPageText(shown.body)).toContain('Came by instagram');
});

it('keeps the source through signing in', async () => {
  const { headers } = await sendForm(site, '/service?from=poster', { serviceType: 'quick-service' });
  expect(headers.location).toMatch(/^\/login\?redirectTo=.*&from=poster$/);
});

it('is bounded: sources beyond the most of a week count as others, and the page says so', async () => {
  for (let at = 0; at < maxSources + 3; at += 1) {
    await site.request(`/follow-us?from=made-up-${at}`, { headers: { ...browser, 'X-Forwarded-For': `10.0.0.${at}` } });
  }
  await site.request(`/follow-us?from=${'long'.repeat(20)}`, { headers: browser });
  const rows = await readTable();
  expect(rows).toHaveLength(maxSources + 1);
  expect(rows.at(-1)).toBe('other sources,4,0');
  const page = await site.request(deskPaths.figures('week'), { headers: operator });
  expect(getPageText(page.body)).toContain('beyond the first 100 of a week');
});

it('cleans every source, whatever a link says', () => {
  expect(toSource('98765 43210')).toBe('other sources');
  expect(toSource('asha@example.com')).toBe('other sources');
  expect(toSource(' <i>Print\tAd</i> ')).toBe('i print ad i');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const source = toSource(text);
      expect(source === null || (source.length > 0 && source.length <= 40 && !/[<>"'&=#]/.test(source))).toBe(true);
      if (source !== null && source !== 'other sources') expect(toSource(source)).toBe(source);
    }),
  );
});

it('changes own links and forms only', () => {
  const html =
    '<a href="/bikes">a</a><a href="/browse?q=a&amp;b=1#x">b</a><a href="//evil.example/">c</a><a href="#main">d</a>' +
    '<a class="x" href="https://wa.me/91">e</a><a href="/api/bikes">f</a><form method="post"></form>' +
    '<form action="/browse" role="search"></form><form method="post" action="/compare/list"></form>';
  expect(fillSource(html, 'a b')).toBe(
    '<a href="/bikes?from=a%20b">a</a><a href="/browse?q=a&amp;b=1&amp;from=a%20b#x">b</a>' +
      '<a href="//evil.example/">c</a><a href="#main">d</a><a class="x" href="https://wa.me/91">e</a>' +
      '<a href="/api/bikes">f</a><form method="post"></form>' +
      '<form action="/browse" role="search"><input type="hidden" name="from" value="a b"/></form>' +
      '<form method="post" action="/compare/list?from=a%20b"></form>',
  );
});

it('leaves the kept page as it is for everybody else', async () => {
  const own = await site.request(paths.vehicle('1'), { headers: browser });
  const sourced = await site.request(`${paths.vehicle('1')}&from=poster`, { headers: browser });
  expect(sourced.headers.etag).not.toBe(own.headers.etag);
  expect(sourced.body).toContain('rel="canonical"');
  expect(/<link rel="canonical"[^>]*>/.exec(sourced.body)?.[0]).toBe(/<link rel="canonical"[^>]*>/.exec(own.body)?.[0]);
  const again = await site.request(`${paths.vehicle('1')}&from=poster`, {
    headers: { ...browser, 'If-None-Match': String(sourced.headers.etag) },
  });
  expect(again.status).toBe(304);
});
