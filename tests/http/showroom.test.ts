import { describe, expect, it } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const getParts = (html: string): string[] => html.split(/<section/).slice(1);

describe('the showroom', () => {
  it('opens with an ad banner of seven slides, each linked to its vehicle', async () => {
    const { status, body } = await site.request('/showroom');
    expect(status).toBe(200);
    const [banner = ''] = getParts(body);
    expect(banner.match(/<li style="--position:\d"/g)).toHaveLength(7);
    expect(banner).toContain('style="--slides:7;--turn:turn-7"');
    expect(getPageText(banner)).toContain('Built for empty highways');
    expect(banner.match(/href="\/vehicle-details\?vehicle=\d+"/g)).toHaveLength(7);
  });

  it('has a pause for the banner without script, and announces no slide', async () => {
    const [banner = ''] = getParts((await site.request('/showroom')).body);
    expect(banner).toMatch(/<input type="checkbox"[^>]* id="pause"\/><label[^>]* for="pause">.*Pause<\/span>/);
    expect(banner).not.toMatch(/aria-live|role="(?:status|alert)"/);
  });

  it('shows eight bikes and eight scooters with tag and category', async () => {
    const [, bikes = '', scooters = ''] = getParts((await site.request('/showroom')).body);
    for (const part of [bikes, scooters]) {
      expect(part.match(/<li class="card"/g)).toHaveLength(8);
      expect(part.match(/<span class="tag"/g)).toHaveLength(8);
    }
    expect(getPageText(bikes)).toMatch(/Best Seller .*Royal Enfield Classic 350 Retro roadster 36 km\/l/);
    expect(getPageText(scooters)).toMatch(/Metal Body .*Bajaj Chetak 3501 Electric premium scooter 153 km range/);
  });

  it('names the brands it is Featured By, each linked to its vehicles', async () => {
    const featured = getParts((await site.request('/showroom')).body)[3] ?? '';
    expect(getPageText(featured)).toContain('Featured By');
    expect(featured.match(/href="\/browse\?brand=[\w-]+"/g)).toHaveLength(8);
  });
});
