import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssets } from '../../server/assets';
import { requestOver } from '../support/site-in-process';

let server: Server;
let origin: string;
let script: string;
let source: string;

/** A copy of the build, which is deleted before the first request: as if a new build were in progress. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-assets-'));
  cpSync('build/client', folder, { recursive: true });
  const listener = createAssets(folder);
  const name = readdirSync('build/client/assets').find((file) => /^manifest-\w+\.js$/.test(file)) ?? '';
  script = `/assets/${name}`;
  source = readFileSync(`build/client${script}`, 'utf8');
  rmSync(folder, { recursive: true });
  server = createServer((request, response) => listener(request, response, () => response.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  requestOver(origin, path, { headers, method });

test('an asset is sent as compressed by the build, immutable, with the common security headers', async () => {
  const brotli = await request(script, { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(brotli.bytes).toString('utf8')).toBe(source);
  const gzip = await request(script, { 'Accept-Encoding': 'gzip' });
  expect(gunzipSync(gzip.bytes).toString('utf8')).toBe(source);
  expect((await request(script)).body).toBe(source);
});

test('a current copy in the browser gets 304', async () => {
  const { headers } = await request(script);
  const again = await request(script, { 'If-None-Match': headers.etag ?? '' });
  expect(again).toMatchObject({ status: 304, body: '' });
});

test('HEAD has the length', async () => {
  const { headers, body } = await request(script, {}, 'HEAD');
  expect([headers['content-length'], body]).toEqual([String(Buffer.byteLength(source)), '']);
});

test('other paths are no files: neither a compressed copy by its own name, nor a path out of the folder', async () => {
  for (const path of [`${script}.br`, '/assets', '/assets/', '/../server/main.js', '/assets/..%2f..%2fmain.js']) {
    expect((await request(path)).status, path).toBe(404);
  }
});
