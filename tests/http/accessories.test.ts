import { describe, expect, it } from 'vitest';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

function change(fields: Record<string, string>, cookie = '') {
  return site.request('/accessories/list', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie && { Cookie: cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** The name and value of each cookie that a response sets. */
const getCookies = (headers: { 'set-cookie'?: string[] }): string[] =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');

/** The list after several changes, as the browser would store it. */
async function listWith(...ids: string[]): Promise<string> {
  let cookie = '';
  for (const id of ids) [cookie = ''] = getCookies((await change({ add: id }, cookie)).headers);
  return cookie;
}

const ownPage = async (cookie: string) => (await site.request('/accessories', { headers: { Cookie: cookie } })).body;

describe('accessories', () => {
  it('has ten helmets, three kits and six others, each with its price, its features and Add', async () => {
    const { status, body } = await site.request('/accessories');
    expect(status).toBe(200);
    const shelves = body.split('<section').slice(1);
    const sizes = shelves.map((shelf) => shelf.match(/<li class="card"/g)?.length ?? 0);
    expect(sizes).toEqual([10, 3, 6, 0]);
    expect(body.match(/name="add"/g)).toHaveLength(19);
    const words = getPageText(body);
    for (const text of ['Accessories', 'Helmets', 'Tool Kits & Repair Kits', 'Other Accessories']) {
      expect(words, text).toContain(text);
    }
    expect(words).toMatch(/₹1,199 Streetline Open Face .*4\.2\* ISI \(IS 4151\) .*Flip-up clear visor, .*Add/);
    for (const category of ['Protection', 'Apparel', 'Footwear', 'Electronics', 'Storage', 'Comfort']) {
      expect(words).toContain(` ${category} `);
    }
  });

  it('has a drawing of each', async () => {
    const { body } = await site.request('/accessories');
    const drawn = new Set(
      [...body.matchAll(/class="drawing"[^>]*><use href="[^"#]*#([\w-]+)"/g)].map(([, name]) => name),
    );
    expect([...drawn].sort()).toEqual([
      'bag',
      'boots',
      'gloves',
      'helmet-full',
      'helmet-open',
      'jacket',
      'phone-mount',
      'seat-cover',
      'toolkit',
    ]);
  });
});

describe('the enquiry list', () => {
  it('adds an accessory without a script, redirects back to it and shows the count', async () => {
    const response = await change({ add: 'helmet-3' });
    expect([response.status, response.headers.location]).toEqual([303, '/accessories#helmet-3']);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^enquiry=helmet-3; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const words = getPageText(await ownPage('enquiry=helmet-3'));
    expect(words).toContain('Enquiry list 1');
    expect(words).toContain('Added Commuter Full Face');
    expect(words).toContain('Together ₹1,799');
  });

  it('has each item once, and removes it again', async () => {
    const cookie = await listWith('helmet-3', 'tool-kit-1', 'helmet-3');
    expect(cookie).toBe('enquiry=helmet-3%2Ctool-kit-1');
    const removed = await change({ remove: 'helmet-3', returnTo: '/accessories#enquiry' }, cookie);
    expect(getCookies(removed.headers)).toEqual(['enquiry=tool-kit-1']);
    expect(removed.headers.location).toBe('/accessories#enquiry');
    const cleared = await change({ clear: '' }, cookie);
    expect(cleared.headers['set-cookie']?.[0]).toMatch(/^enquiry=; Max-Age=0/);
  });

  it('is sent in one message: the contact form shows the list', async () => {
    const page = await ownPage(await listWith('helmet-1', 'other-6'));
    const [, href = ''] = /href="(\/contact\?[^"]*)"[^>]*>Enquire Now/.exec(page) ?? [];
    const requested = new URL(href.replaceAll('&amp;', '&'), site.origin).searchParams;
    expect(Object.fromEntries(requested)).toEqual({
      subject: 'Enquiry about 2 accessories, ₹2,698',
      category: 'sales',
      about: 'accessory:helmet-1,accessory:other-6',
    });
    const contact = getPageText((await site.request(href.replaceAll('&amp;', '&'))).body);
    for (const name of ['Streetline Open Face', 'Gel Seat Cushion']) expect(contact).toContain(name);
  });

  it('is limited to twelve, with a message for the thirteenth', async () => {
    const ids = Array.from({ length: 10 }, (_, at) => `helmet-${at + 1}`).concat('tool-kit-1', 'tool-kit-2');
    const cookie = await listWith(...ids);
    const response = await change({ add: 'tool-kit-3', returnTo: '/accessories' }, cookie);
    const words = getPageText(await ownPage(getCookies(response.headers).join('; ')));
    expect(words).toContain('You can enquire about up to 12 accessories at once');
    expect(words).toContain('Enquiry list 12');
    expect(words).toContain('Add Home Garage Set');
  });

  it.each(['<b>1</b>', 'helmet-99', '1', ''])('ignores “%s”', async (id) => {
    expect(getCookies((await change({ add: id })).headers)).toEqual(['enquiry=']);
    expect(getPageText(await ownPage(`enquiry=${encodeURIComponent(id)}`))).toContain('Enquiry list 0');
  });

  it('never redirects to another site', async () => {
    const response = await change({ add: 'helmet-1', returnTo: '//elsewhere.example' });
    expect(response.headers.location).toBe('/accessories#helmet-1');
  });

  it('is visible to its own visitor only', async () => {
    await ownPage('enquiry=helmet-1');
    expect(getPageText((await site.request('/accessories')).body)).toContain('Enquiry list 0');
  });

  it('has no separate page', async () => {
    const { status, headers } = await site.request('/accessories/list');
    expect([status, headers.location]).toEqual([302, '/accessories']);
  });
});
