import { expect, it } from 'vitest';
import { callApi, signIn } from '../support/api-client';
import { getDigest, vehicle } from '../support/populated-site';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

type Result = { line: number; status: number; id?: string; code?: string; errors?: Record<string, string> };

async function sendLines(
  lines: readonly (object | string)[],
  headers: Record<string, string>,
  { to = site, query = '' } = {},
): Promise<Result[]> {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const response = await to.request(`/api/vehicles/batch${query}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body,
  });
  expect([response.status, response.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return response.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const countVehicles = ({ runtime }: SiteInProcess): number =>
  runtime.db.$client.prepare<[], number>('SELECT count(*) FROM vehicles').pluck().get() ?? 0;

it('stores each line by itself, and once when it is sent again', async () => {
  const dealer = signIn(site, 'Asha');
  const image = `data:image/jpeg;base64,${(await samplePhoto('jpeg')).toString('base64')}`;
  const lines = [
    { ...vehicle, externalId: 'A-1', images: [image] },
    { ...vehicle, externalId: 'A-2', price: -1 },
    '{"name":',
    '',
    { ...vehicle, price: 90_000 },
    { ...vehicle, externalId: 'A-1', price: 125_000 },
    `${JSON.stringify({ ...vehicle, externalId: 'A-3' })}\r`,
  ];
  const before = countVehicles(site);
  const rows = getDigest(site.runtime.db);
  const dry = await sendLines(lines, dealer, { query: '?dryRun=true' });
  expect(dry.map(({ status }) => status)).toEqual([201, 422, 400, 422, 201, 201]);
  expect(getDigest(site.runtime.db)).toBe(rows);
  const first = await sendLines(lines, dealer);
  expect(first.map(({ line, status }) => [line, status])).toEqual([
    ...[
      [1, 201],
      [2, 422],
      [3, 400],
      [4, 422],
      [5, 200],
      [6, 201],
    ],
  ]);
  expect(first.map(({ errors = {} }) => Object.keys(errors).join())).toEqual(['', 'price', '', 'externalId', '', '']);
  expect([first[0]?.id, countVehicles(site)]).toEqual([first[4]?.id, before + 2]);
  const [numbered] = await sendLines([{ ...vehicle, externalId: 17 }], dealer);
  expect([numbered?.status, numbered?.errors]).toEqual([422, { externalId: 'Stock number must be text' }]);
  const again = await sendLines(lines, dealer);
  expect(again.map(({ status }) => status)).toEqual([200, 422, 400, 422, 200, 200]);
  expect(countVehicles(site)).toBe(before + 2);
  const stored = await callApi(site, 'GET', `/api/vehicles/${first[0]?.id}`);
  expect(stored.json.data).toMatchObject({ price: 125_000, images: [expect.stringContaining('/photos/')] });
});

it('reads lines of 24 MB, and refuses a longer one alone', async () => {
  const long = `${' '.repeat(25 * 1024 * 1024)}${JSON.stringify({ ...vehicle, externalId: 'B-1' })}`;
  const results = await sendLines([long, { ...vehicle, externalId: 'B-2' }], signIn(site, 'Bala'));
  expect(results.map(({ status }) => status)).toEqual([413, 201]);
});

it('refuses lines above 500, and above the limit of their user', async () => {
  const many = Array.from({ length: 502 }, (_, n) => ({ externalId: `C-${n}` }));
  const results = await sendLines(many, signIn(site, 'Chitra'));
  expect([results.length, results.at(-1)]).toEqual([501, expect.objectContaining({ status: 413, code: 'batch_full' })]);
  const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_BATCH_LINES: '2/1h' });
  const few = ['D-1', 'D-2', 'D-3'].map((externalId) => ({ ...vehicle, externalId }));
  const statuses = (await sendLines(few, signIn(limited, 'Dev'), { to: limited })).map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 429]);
  await limited.close();
});

it('takes lines of users only', async () => {
  const send = (headers: Record<string, string>, type = 'application/x-ndjson') =>
    site.request('/api/vehicles/batch', { method: 'POST', headers: { ...headers, 'Content-Type': type }, body: '{}' });
  expect((await send({})).status).toBe(401);
  const other = await send(signIn(site, 'Esha'), 'application/json');
  expect([other.status, other.headers.accept]).toEqual([415, 'application/x-ndjson']);
});
