import { beforeEach, describe, expect, it } from 'vitest';
import { hashDefault, shippedHashes, takeOverEditedDefaults } from '~/domain/desk/edited-defaults.server';
import { findVersions } from '~/domain/desk/shop-settings.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { deskPaths, paths } from '~/paths';
import { settingNames, shopSections } from '~db/enums';
import legal from '~db/seed/legal.json';
import { callApi, getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { boundary, multipart } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { screenStates } from '../support/screens';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let asOwner: Record<string, string>;
beforeEach(async () => {
  site = await openSite();
  asOwner = getCookie(signIn(site, 'Opal', 'owner'));
  return () => site.close();
});

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");

/** The texts of all controls of the page's form, as a browser without script would send them. */
function readForm(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, attributes = ''] of html.matchAll(/<input ([^>]*)>/g)) {
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
    const isOff = attributes.includes('type="checkbox"') && !attributes.includes('checked');
    if (name === undefined || name === 'q' || isOff) continue;
    fields[name] ??= decodeEntities(
      /\bvalue="([^"]*)"/.exec(attributes)?.[1] ?? (attributes.includes('checkbox') ? 'on' : ''),
    );
  }
  for (const [, name = '', text = ''] of html.matchAll(/<textarea [^>]*\bname="([^"]*)"[^>]*>([^<]*)<\/textarea>/g)) {
    fields[name] = decodeEntities(text.replace(/^\n/, ''));
  }
  for (const [, name = '', options = ''] of html.matchAll(/<select [^>]*\bname="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    fields[name] = /<option value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  }
  return fields;
}

async function change(path: string, changes: Record<string, string>, then = 'save') {
  const { body } = await site.request(path, { headers: asOwner });
  return sendForm(site, path, { ...readForm(body), intent: then, ...changes }, asOwner);
}

const facts = {
  name: 'Moto Katta',
  nameInHindi: 'मोटो',
  tagline: 'Second-hand with papers, in Kothrud.',
  phone: '+91 20 2543 1234',
  email: 'desk@motokatta.example',
};

it('each fact of the shop stands in one place, and no page or answer shows the former one', {
  timeout: 120_000,
}, async () => {
  expect((await change(deskPaths.shop(), { ...facts, gstin: '27AAPFU0939F1ZV' })).status).toBe(303);
  const branch = deskPaths.branches('showroom');
  const moved = await change(branch, {
    address: '14 Paud Road, Pune 411038',
    'hours.0.opens': '10:00',
    'hours.6.opens': '',
    'hours.6.closes': '',
  });
  expect(moved.status).toBe(303);
  const former =
    /Dopahiya|दो पहिया|A vehicle showroom platform|\+91 00000|support@showroom|hello@kalpanik|Imaginary|Mon-Sat 9-7|Sun 10|560000/;
  const others = [
    '/api/openapi.json',
    '/browse.rss',
    '/browse.json',
    '/sitemap.xml',
    '/main?tab=reviews',
    '/no-such-page',
  ];
  const shown = new Set<string>();
  for (const path of [...screenStates.map((state) => state.path), ...others]) {
    const { status, body } = await site.request(path);
    if (status >= 300 && status < 400) continue;
    const at = body.search(former);
    expect([path, at < 0 ? '' : body.slice(Math.max(0, at - 80), at + 40)]).toEqual([path, '']);
    for (const fact of [...Object.values(facts), '14 Paud Road']) if (body.includes(fact)) shown.add(fact);
  }
  expect([...shown].toSorted()).toEqual([...Object.values(facts), '14 Paud Road'].toSorted());
  const company = getPageText((await site.request(paths.companyDetails())).body);
  for (const text of ['27AAPFU0939F1ZV', facts.phone, facts.email, '14 Paud Road', 'Tue-Sat 09:00-19:00']) {
    expect(company).toContain(text);
  }
});

it('a section that is off is in no menu, and its address says so', async () => {
  const room = deskPaths.sections();
  const shown = readForm((await site.request(room, { headers: asOwner })).body);
  expect(shown).toMatchObject(Object.fromEntries(shopSections.map((name) => [name, 'on'])));
  expect((await sendForm(site, room, { intent: 'save', version: shown.version ?? '' }, asOwner)).status).toBe(303);
  const closed = ['/insurance', '/accessories', '/service', '/support', '/help', '/feedback', '/follow-us'];
  for (const path of closed) {
    const { status, body } = await site.request(path);
    expect([path, status, getPageText(body)]).toEqual([path, 404, expect.stringContaining('is not offered here')]);
    expect(body).toContain('<title>Page not found');
  }
  const link = new RegExp(`href="((?:${closed.join('|')})(?:[?#][^"]*)?)"`, 'g');
  const open = [paths.home(), paths.browse({ q: 'bike insurance' }), paths.vehicle('1'), paths.contact(), paths.sell()];
  for (const path of [...open, paths.newAppointment({ kind: 'service' }), paths.companyDetails(), '/no-such-page']) {
    const { body } = await site.request(path);
    expect([path, [...body.matchAll(link)].map(([, href]) => href)]).toEqual([path, []]);
  }
  const { body: sitemap } = await site.request(paths.sitemapPart('screens'));
  for (const path of closed) expect(sitemap).not.toContain(`${site.origin}${path}</loc>`);
  const opinion = { type: 'website', subject: 'Quick', message: 'All of the pages.', rating: 5 };
  const given = await callApi(site, 'POST', '/api/feedback', { body: opinion, headers: signIn(site, 'Asha') });
  expect([given.status, given.body]).toEqual([404, expect.stringContaining('This is not offered')]);
  expect((await sendForm(site, room, { intent: 'restore', version: '0' }, asOwner)).status).toBe(303);
  for (const path of closed) expect([path, (await site.request(path)).status]).toEqual([path, 200]);
});

describe('a text', () => {
  const privacy = deskPaths.texts('privacy');

  it('reads by default as the specification writes it', async () => {
    for (const [name, { parts }] of Object.entries({
      privacy: legal.privacy,
      terms: legal.terms,
      returns: legal.returns,
    })) {
      const text = getPageText((await site.request(`/${name}`)).body);
      for (const { title, paragraphs } of parts)
        for (const words of [title, ...paragraphs]) expect(text).toContain(words);
    }
  });

  it('is looked at first, saved, and brought back, without HTML of its own', async () => {
    const text = '## Kept\n\n**Name** and <b>phone</b>. [Ask](/contact) [no](javascript:alert(1))';
    const look = await change(privacy, { text }, 'preview');
    const cookie = String(look.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect([look.status, look.headers.location]).toEqual([303, '/privacy']);
    const draft = (await site.request('/privacy', { headers: { Cookie: cookie } })).body;
    expect(draft).toContain('<b>Name</b> and &lt;b&gt;phone&lt;/b&gt;. <a href="/contact">Ask</a> no');
    expect((await site.request('/privacy')).body).toContain('What we keep');

    expect((await change(privacy, { text })).status).toBe(303);
    expect((await site.request('/privacy')).body).toContain('<b>Name</b>');
    await sendForm(site, privacy, { intent: 'restore', version: '0' }, asOwner);
    expect((await site.request('/privacy')).body).toContain('What we keep');
    const page = await site.request(`${privacy}?compare=1`, { headers: asOwner });
    expect(getPageText(page.body)).toContain('Compared with what is shown');
  });

  it('that a second operator has changed in the meantime is not overwritten', async () => {
    const version = hiddenField(await site.request(privacy, { headers: asOwner }), 'version');
    expect((await change(privacy, { summary: 'We keep little.' })).status).toBe(303);
    const second = await change(privacy, { summary: 'We keep nothing.', version });
    expect(second.status).toBe(409);
    expect(getPageText(second.body)).toContain('This text was changed in the meantime');
    expect(second.body).toContain('We keep nothing.');
    expect(getPageText(second.body)).toMatch(/Changed in the meantime.*We keep little\..*We keep nothing\./s);
    expect((await site.request('/privacy')).body).toContain('We keep little.');
  });
});

it('rows are added and taken away, and what is wrong is said beside its field with what was typed', async () => {
  const faq = deskPaths.texts('faq');
  const added = { '5.question': 'Do you buy bikes?', '5.answer': 'Yes, with papers.' };
  expect((await change(faq, { ...added, '0.question': '', '0.answer': '' })).status).toBe(303);
  const contact = getPageText((await site.request(paths.contact())).body);
  expect(contact).toContain('Do you buy bikes?');
  expect(contact).not.toContain('How long before my listing is visible?');
  const wrong = await change(faq, { '1.answer': '' });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toMatch(/id="1\.answer-error"/);
});

it('banners have their slides in their order, from a first to a last day, and lead to a vehicle or a page', async () => {
  const banners = deskPaths.texts('banners');
  const readSlides = async () =>
    [
      ...(await site.request(paths.showroom())).body.matchAll(
        /<li style="--position:\d"><a href="([^"]*)"><span><b>([^<]*)/g,
      ),
    ].map(([, href, title]) => `${title} ${href}`);
  const shipped = await readSlides();
  expect(shipped).toHaveLength(7);
  const wrong = await change(banners, { 'showroom.0.page': '//elsewhere.example', 'showroom.1.title': '' });
  expect(wrong.status).toBe(422);
  for (const name of ['showroom.0.page', 'showroom.1.title']) expect(wrong.body).toContain(`id="${name}-error"`);
  const unknown = await change(banners, { 'showroom.1.vehicleId': '999999' });
  expect([unknown.status, unknown.body]).toEqual([422, expect.stringContaining('id="showroom.1.vehicleId-error"')]);
  const gone = [3, 4, 5, 6].flatMap((at) => [
    [`showroom.${at}.title`, ''],
    [`showroom.${at}.vehicleId`, ''],
  ]);
  const changes = {
    ...Object.fromEntries(gone),
    'showroom.0.until': '2020-01-01',
    'showroom.1.place': '7',
    'showroom.2.title': 'Insurance in a day',
    'showroom.2.page': '/insurance',
  };
  const look = await change(banners, changes, 'preview');
  expect([look.status, await readSlides()]).toEqual([303, shipped]);
  expect((await change(banners, changes)).status).toBe(303);
  expect(await readSlides()).toEqual([
    'Insurance in a day /insurance',
    'Steel outside, silent inside /vehicle-details?vehicle=18',
  ]);
  // One slide does not turn.
  expect((await change(banners, { 'showroom.1.from': '2099-01-01' })).status).toBe(303);
  expect(await readSlides()).toEqual(shipped);
});

it('a colour is refused whose contrast with white letters is less than 4.5', async () => {
  const wrong = await change(deskPaths.look(), { colour: '#f6b900' });
  expect([wrong.status, /id="colour-error"/.test(wrong.body)]).toEqual([422, true]);
  expect((await change(deskPaths.look(), { colour: '#8e1b1f' })).status).toBe(303);
  expect((await site.request(paths.home())).body).toContain('style="--theme:#8e1b1f"');
});

it('a form that is saved as it is makes no version, whatever its fields', async () => {
  const texts = [
    'company',
    'team',
    'home',
    'banners',
    'faq',
    'service-types',
    'donations',
    'follow-us',
    'safety',
    'terms',
  ];
  const prices = ['insurance', 'accessories', 'fuel', 'loans'];
  for (const path of [deskPaths.shop(), ...texts.map(deskPaths.texts), ...prices.map(deskPaths.prices)]) {
    const { status, body } = await change(path, {});
    expect([path, status, /field-error" id="([^"]*)/.exec(body)?.[1]]).toEqual([path, 303, undefined]);
    expect([path, hiddenField(await site.request(path, { headers: asOwner }), 'version')]).toEqual([path, '0']);
  }
});

it('defaults are those that a version has shipped with; edited ones are stored once and reported', () => {
  for (const name of settingNames)
    expect([name, shippedHashes[name].includes(hashDefault(name))]).toEqual([name, true]);
  const { db } = site.runtime;
  const edited = { ...shippedHashes, faq: [] };
  expect(takeOverEditedDefaults(db, new Date(), edited)).toEqual(['FAQ']);
  expect(takeOverEditedDefaults(db, new Date(), edited)).toEqual([]);
  expect(findVersions(db, 'faq')).toMatchObject([{ isShipped: false, savedBy: null }]);
  expect(findAuditEventsOfItem(db, 'setting', 'faq')).toMatchObject([{ operatorName: 'Data files' }]);
});

it('accessories are saved as a file, and the form is filled in from one', async () => {
  const room = deskPaths.prices('accessories');
  const file = await site.request(deskPaths.accessoriesFile(), { headers: asOwner });
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
  const upload = (bytes: Buffer) =>
    site.request(room, {
      method: 'POST',
      headers: { ...asOwner, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: multipart([
        { name: 'intent', value: 'file' },
        { name: 'file', fileName: 'accessories.csv', bytes },
      ]),
    });
  const same = await upload(file.bytes);
  expect([same.status, getPageText(same.body)]).toEqual([200, expect.stringContaining('0 new, 0 changed, 0 problems')]);
  const added = await upload(
    Buffer.from(
      'Section,Name,Price,Rating,Features,Colour,Second colour,Pieces\nTool kits,Ghat kit,,4,Hex keys,#aa2211,#c9ced6,5\nTool kits,City kit,999,4,Hex keys,#aa2211,#c9ced6,5\n',
    ),
  );
  const text = getPageText(added.body);
  expect(text).toContain('1 new, 0 changed, 1 problem');
  expect(text).toContain('2 Price Price is required');
  expect((await site.request(paths.accessories())).body).not.toContain('City kit');
  const saved = await sendForm(site, room, { ...readForm(added.body), intent: 'save' }, asOwner);
  expect(saved.status).toBe(303);
  expect((await site.request(paths.accessories())).body).toContain('City kit');
  const none = await upload(Buffer.alloc(0));
  expect([none.status, none.body]).toEqual([422, expect.stringContaining('The file is empty.')]);
});
