import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundary, multipart, type Part } from '../support/multipart-forms';
import { samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let photo: Part;
beforeAll(async () => {
  site = await openSite({ RATE_LIMIT: 'on', LIMIT_LISTINGS: '2/1h' });
  photo = { name: 'images', fileName: 'bike.jpg', bytes: await samplePhoto('jpeg') };
});
afterAll(() => site.close());

const fields = (more: object = {}): Part[] =>
  Object.entries({ ...shine, ...more }).map(([name, value]) => ({ name, value: String(value) }));
const photos = (): unknown => site.runtime.db.$client.prepare('SELECT count(*) FROM photos').pluck().get();
const spooled = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('dopahiya-upload-'));
const send = async (parts: Part[], method = 'POST', path = '/api/bikes', headers = {}) => {
  const response = await site.request(path, {
    method,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers },
    body: multipart(parts),
  });
  return { status: response.status, ...JSON.parse(response.body) };
};

it('a rejected request stores no photo, in any order of its fields, and an accepted one does', async () => {
  const left = spooled();
  for (const parts of [
    [photo, ...fields({ presentPrice: -1 })],
    [...fields({ year: 1900 }), photo],
  ]) {
    expect(await send(parts)).toMatchObject({ status: 422 });
    expect(photos()).toBe(0);
  }
  const listed = await send([photo, ...fields()]);
  expect(listed).toMatchObject({ status: 201, data: { images: [expect.stringContaining('/photos/')] } });
  expect(photos()).toBe(1);

  const another = { name: 'images', fileName: 'bike.png', bytes: await samplePhoto('png', undefined, '#223344') };
  const data = `data:image/png;base64,${another.bytes.toString('base64')}`;
  const path = `/api/bikes/${listed.data.id}`;
  expect(await send([another], 'PUT', path)).toMatchObject({ status: 401 });
  expect(await send([another], 'PUT', path, { 'X-Manage-Key': 'WRONG' })).toMatchObject({ status: 403 });
  const json = {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ images: [data] }),
  };
  expect((await site.request(path, json)).status).toBe(401);
  expect(photos()).toBe(1);
  const changed = await send([another], 'PUT', path, { 'X-Manage-Key': listed.data.manageKey });
  expect(changed).toMatchObject({ status: 200 });
  expect(photos()).toBe(2);

  const third = { name: 'images', fileName: 'b.png', bytes: await samplePhoto('png', undefined, '#556677') };
  expect(await send([third, ...fields({ name: 'Second of the hour' })])).toMatchObject({ status: 201 });
  const fourth = { name: 'images', fileName: 'b.png', bytes: await samplePhoto('png', undefined, '#8899aa') };
  expect(await send([fourth, ...fields({ name: 'Third of the hour' })])).toMatchObject({ status: 429 });
  expect(photos()).toBe(3);
  expect(spooled()).toEqual(left);
});
