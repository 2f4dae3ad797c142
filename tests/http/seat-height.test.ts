import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getData } from '../support/api-client';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const words = async (path: string) => getPageText((await site.request(path)).body);

describe('the seat height', () => {
  it('is linked from details if it is known, and from a comparison', async () => {
    expect((await site.request(paths.vehicle('1'))).body).toContain('href="/seat-height?vehicles=1"');
    expect((await site.request(paths.vehicle('23'))).body).not.toContain('/seat-height');
    expect((await site.request(paths.compare(['1', '8']))).body).toContain('href="/seat-height?vehicles=1,8"');
  });

  it('shows whether a rider reaches the ground, with source and assumptions', async () => {
    const text = await words(paths.seatHeight(['1', '5', '15', '23'], 160));
    expect(text).toContain('Tiptoe On the balls of both feet, heels 7 cm up. Seat at 805 mm, as its maker states.');
    expect(text).toContain('One foot One foot at a time: the seat is 10 cm above the legs.');
    expect(text).toContain('Its seat height is not known.');
    expect(text).toContain('legs are taken as 46% of the height');
  });

  it('of a second-hand vehicle is that of its model, on every screen', async () => {
    const { body } = await site.request(paths.compareTable(['sample-bike-1'], 'json'));
    expect(body).toContain('765 mm');
    expect(await words(paths.vehicle('sample-bike-1'))).toContain('Seat height 765 mm');
    expect(await words(paths.seatHeight(['sample-bike-1']))).toContain(
      'Seat at 765 mm, as its maker states of the model when new.',
    );
  });

  it('draws each with its seat at the stated height, and riders by theirs', async () => {
    const { body } = await site.request(paths.seatHeight(['1', '5', '15'], 165));
    const pictures = [...body.matchAll(/seat at (\d+) mm.*?class="seat-mark" d="M60 (\d+)/gs)];
    expect(pictures).toHaveLength(3);
    for (const [, stated, drawn] of pictures) expect(Math.abs(1_830 - Number(drawn) - Number(stated))).toBeLessThan(10);
    const getHead = async (height: number) =>
      Number(/<circle[^>]* cy="(-?\d+)"/.exec((await site.request(paths.seatHeight(['1'], height))).body)?.[1]);
    expect(await getHead(195)).toBeLessThan((await getHead(150)) - 150);
  });

  it('keeps an impossible height, with an error beside it', async () => {
    const { status, body } = await site.request('/seat-height?vehicles=1&height=17%3C0');
    expect(status).toBe(200);
    expect(body).toContain('value="17&lt;0"');
    expect(getPageText(body)).toContain('Height must be from 150 to 195 cm');
  });

  it('is available from the API, for listings by their model', async () => {
    const read = async (path: string) => getData<unknown>(await callApi(site, 'GET', path));
    expect(await read('/api/vehicles/1/seat-height?height=170')).toMatchObject({
      seatHeightMm: 805,
      fit: { stand: 'balls', inseamMm: 782, gapMm: 23 },
    });
    expect(await read('/api/vehicles/23/seat-height')).toMatchObject({ heightCm: 165, fit: null });
    expect((await callApi(site, 'GET', '/api/vehicles/1/seat-height?height=100')).status).toBe(400);
    expect((await callApi(site, 'GET', '/api/vehicles/none/seat-height')).status).toBe(404);
  });
});
