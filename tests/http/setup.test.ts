import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { issueSetupToken } from '~/domain/setup/setup-state.server';
import { deskPaths, paths, setupPaths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { getCookie, signIn } from '../support/api-client';
import { boundary, multipart } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
beforeEach(async () => {
  site = await openSite();
  return () => site.close();
});

const issue = (): string => issueSetupToken(site.runtime.db, site.runtime.clock()) ?? '';

const shop = { shop: 'Pune Two Wheels', phone: '98220 12345', city: 'FC Road, Pune 411004' };
const owner = { email: 'sunil@example.com', password: 'four words and a stop.' };

describe('the link of a site without operators', () => {
  it('is asked for, and ends with the next one', async () => {
    const visitor = new FormBrowser(site);
    for (const path of [setupPaths.begin(), setupPaths.begin('guess')]) {
      const { status, body } = await visitor.open(path);
      expect([path, status]).toEqual([path, 403]);
      expect(getPageText(body)).toContain('npm run operator -- setup');
      expect((await visitor.send(path, { ...shop, ...owner })).status).toBe(403);
    }
    const first = issue();
    expect((await visitor.open(setupPaths.begin(first))).status).toBe(200);
    expect((await visitor.open(setupPaths.begin(issue()))).status).toBe(200);
    expect((await visitor.open(setupPaths.begin(first))).status).toBe(403);
    expect((await visitor.open(setupPaths.step(2))).headers.location).toBe(setupPaths.begin());
  });

  it('is guessed at a few times only', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on' });
    const guess = async () => (await limited.request(setupPaths.begin('guess'))).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(403);
    expect(await guess()).toBe(429);
    await limited.close();
  });

  it('keeps what was typed, but no password', async () => {
    const wrong = { ...shop, phone: '12x', email: 'sunil@example.com', password: 'too short.' };
    const { status, body } = await new FormBrowser(site).send(setupPaths.begin(issue()), wrong);
    expect(status).toBe(422);
    for (const text of ['Please enter a valid phone number', 'must have at least 12 characters']) {
      expect(getPageText(body)).toContain(text);
    }
    expect(body).toContain('value="Pune Two Wheels"');
    expect(body).not.toContain('too short.');
    expect(brotliCompressSync(body).length).toBeLessThan(14_000);
  });
});

describe('the first day of a dealer', () => {
  /** Opens the shop by the link. */
  async function arrive(): Promise<FormBrowser> {
    const dealer = new FormBrowser(site);
    const begin = setupPaths.begin(issue());
    const form = await dealer.open(begin);
    expect(form.body.match(/<input[^>]* required=""/g)).toHaveLength(5);
    const opened = await dealer.send(begin, { ...shop, ...owner, isEmailPublic: 'on' });
    expect([opened.status, opened.headers.location]).toEqual([303, setupPaths.step(2)]);
    // Pressed twice.
    expect((await dealer.send(begin, { ...shop, ...owner })).headers.location).toBe(setupPaths.step(2));
    return dealer;
  }

  it('ends with own vehicles, name, phone and colour on the site, and without samples', async () => {
    const dealer = await arrive();
    expect(getPageText((await dealer.open(setupPaths.step(2))).body)).toContain('listings came with the site');
    const file = Buffer.from('name,brand,price,year,kilometres\nShine 125 of Kothrud,Honda,62000,2021,23000\n');
    const uploaded = await site.request(deskPaths.import(), {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Sec-Fetch-Site': 'same-origin',
        Cookie: `authToken=${dealer.cookie('authToken')}`,
      },
      body: multipart([{ name: 'file', fileName: 'stock.csv', bytes: file }]),
    });
    const look = uploaded.headers.location ?? '';
    expect(look).toMatch(/^\/desk\/stock\/import\/./);
    const seen = getPageText((await dealer.open(look)).body);
    expect(seen).toContain('Apply');
    expect(seen).toContain('Go on setting up the shop');
    await dealer.send(look, { intent: 'apply' });
    await dealer.open(look);
    const back = getPageText((await dealer.open(setupPaths.step(2))).body);
    expect(back).toContain('stock.csv Applied');

    expect((await dealer.send(setupPaths.step(2), { intent: 'hide-samples' })).status).toBe(303);
    expect(getPageText((await dealer.open(setupPaths.step(2))).body)).toContain('No sample is shown');

    const pale = await dealer.send(setupPaths.step(3), { intent: 'look', colour: 'own', own: '#ffff00' });
    expect([pale.status, getPageText(pale.body)]).toEqual([
      422,
      expect.stringContaining('White letters on this colour'),
    ]);
    const dark = await dealer.send(setupPaths.step(3), { intent: 'look', colour: '#1f4fd8', own: '' });
    expect(dark.headers.location).toBe(setupPaths.step(4));
    const machine = getPageText((await dealer.open(setupPaths.step(4))).body);
    for (const text of ['SMTP_URL', 'MAIL_FROM', 'ORIGIN', 'There is no copy of the database yet.']) {
      expect(machine).toContain(text);
    }
    expect((await dealer.send(setupPaths.step(4), { intent: 'finish' })).headers.location).toBe(deskPaths.today());
    expect((await dealer.open(deskPaths.today())).status).toBe(200);

    const visitor = new FormBrowser(site);
    const contact = (await visitor.open(paths.contact())).body;
    for (const text of ['Pune Two Wheels', '98220 12345', 'FC Road, Pune 411004', 'sunil@example.com', '#1f4fd8']) {
      expect(contact).toContain(text);
    }
    expect((await visitor.open(paths.browse())).body).toContain('Shine 125 of Kothrud');
    expect((await visitor.open(paths.sellList('bike'))).body).not.toContain('sample-bike-');
    for (const path of [setupPaths.begin(), setupPaths.begin(issue()), setupPaths.step(2), '/setup/5']) {
      expect([path, (await dealer.open(path)).status]).toEqual([path, 404]);
    }
  });

  it('is the own one of the owner alone', async () => {
    const dealer = await arrive();
    expect((await new FormBrowser(site).open(setupPaths.step(3))).headers.location).toMatch(/^\/login\?redirectTo=/);
    for (const role of ['user', 'owner'] as const) {
      const headers = getCookie(signIn(site, `A-${role}`, role));
      expect((await site.request(setupPaths.step(3), { headers })).status).toBe(404);
    }
    expect((await dealer.open(setupPaths.step(3))).status).toBe(200);
  });

  it('changes nothing by what is skipped', async () => {
    const read = () =>
      site.runtime.db.$client
        .prepare(
          'SELECT count(*) AS settings, (SELECT count(*) FROM vehicles WHERE hidden_at IS NULL) AS vehicles FROM setting_versions',
        )
        .get();
    const dealer = await arrive();
    const before = read();
    for (const step of [2, 3, 4] as const) expect((await dealer.open(setupPaths.step(step))).status).toBe(200);
    await dealer.send(setupPaths.step(4), { intent: 'finish' });
    expect(read()).toEqual(before);
    expect((await dealer.open(setupPaths.step(2))).status).toBe(404);
  });
});
