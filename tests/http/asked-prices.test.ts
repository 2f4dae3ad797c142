import { expect, test } from 'vitest';
import { formatPrice, formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { callApi, signIn } from '../support/api-client';
import { isExhaustive } from '../support/exhaustive';
import { usedShine } from '../support/sample-content';
import { screenStates } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

/** Prices that rounding changes, in lakhs as well as in thousands. */
const asked = { bike: 138_499, scooter: 285_501, vehicle: 141_449 };

let site: SiteInProcess;
let ids: Record<keyof typeof asked, string>;
/** Texts in lakhs that a screen may show: those of new models, bands and the scale of the price road. */
let specified: Set<string>;

shareSite(async () => {
  site = await openSite();
  const { db } = site.runtime;
  const store = (kind: 'bike' | 'scooter') =>
    storeListing(db, { kind, name: `Priced ${kind}`, presentPrice: asked[kind], pastPrice: asked[kind] + 11_111 })
      .listing.id;
  const offered = await callApi(site, 'POST', '/api/vehicles', {
    body: { ...usedShine, name: 'Priced vehicle', price: asked.vehicle },
    headers: signIn(site, 'Uma'),
  });
  ids = { bike: store('bike'), scooter: store('scooter'), vehicle: String(Object(offered.json).data.id) };
  const models = db.$client
    .prepare<[], { price: number; original: number | null }>(
      `SELECT price_rupees AS price, original_price_rupees AS original FROM vehicles WHERE stock <> 'used'`,
    )
    .all();
  specified = new Set(models.flatMap(({ price, original }) => [formatPrice(price), formatPrice(original ?? 0)]));
  return site;
}, 60_000);

/** The visible text, the head and all attributes, without tags between a figure and its unit. */
const read = async (path: string): Promise<string> =>
  (await site.request(path)).body.replaceAll(/<\/?(?:b|small|span)\b[^>]*>/g, '').replaceAll('&nbsp;', ' ');

/** Figures in lakhs other than those specified; bands have a range or a word before them. */
const findRounded = (text: string): string[] =>
  [...text.matchAll(/(?<!Under |Above |-)₹[\d.,]+ (?:Lakh|Crore)/g)]
    .map(([figure]) => figure)
    .filter((figure) => !specified.has(figure));

/** The stones of the price road are a scale: multiples of a quarter of a lakh, or of a lakh and more. */
const withoutScale = (path: string, figures: string[]): string[] =>
  path.includes('view=road')
    ? figures.filter((figure) => !/^₹\d+(?:\.(?:25|5|75))? (?:Lakh|Crore)$/.test(figure))
    : figures;

/** Screens with offers of all kinds; the others only in the long run of all tests. */
const listPaths = new Set([
  paths.home(),
  paths.browse(),
  paths.browse({ view: 'road' }),
  paths.showroom(),
  paths.usedBikes(),
  paths.usedScooters(),
  paths.sellList('bike'),
  paths.sellList('scooter'),
  paths.vehicle('105'),
]);

const listingAddresses = (id: string): string[] => [
  paths.vehicle(id),
  paths.notice(id),
  paths.listed(id),
  paths.compare([id, '105']),
  paths.emiCalculator({ vehicle: id }),
  paths.contact({ about: id }),
  paths.newAppointment({ kind: 'purchase', vehicle: id }),
  paths.trip([id]),
];

test('every screen shows asked prices to the rupee', async () => {
  const addresses = [
    ...screenStates.map(({ path }) => path).filter((path) => isExhaustive || listPaths.has(path)),
    ...Object.values(ids).flatMap(listingAddresses),
    paths.listing('bike', ids.bike),
    ...['rss', 'json'].flatMap((format) => [`/browse.${format}`, `/browse.${format}?q=priced`]),
    paths.browse({ q: 'priced', view: 'road' }),
  ];
  const wrong: [string, string[]][] = [];
  for (const path of new Set(addresses)) {
    const rounded = withoutScale(path, findRounded(await read(path)));
    if (rounded.length > 0) wrong.push([path, rounded]);
  }
  expect(wrong).toEqual([]);
});

test('what shows an offer shows the exact figure', async () => {
  const seen = async (path: string) => {
    const text = await read(path);
    return Object.values(asked).filter((rupees) => text.includes(formatRupees(rupees)));
  };
  const all = Object.values(asked);
  for (const path of ['/browse.rss?q=priced', '/browse.json?q=priced', paths.browse({ q: 'priced', view: 'road' })]) {
    expect([path, await seen(path)]).toEqual([path, all]);
  }
  expect(await seen(paths.browse({ q: 'priced' }))).toEqual(all);
  expect(await seen(paths.compare(Object.values(ids)))).toEqual(all);
  for (const kind of ['bike', 'scooter', 'vehicle'] as const) {
    const price = asked[kind];
    const { body } = await site.request(paths.vehicle(ids[kind]));
    expect(await read(paths.vehicle(ids[kind]))).toContain(formatRupees(price));
    // In the description for search engines and previews, in the text to share, and for machines.
    expect(body).toMatch(new RegExp(`<meta name="description" content="[^"]*${formatRupees(price)}`));
    expect(body).toContain(`"price":${price}`);
  }
});
