// Builds the site, then compresses the immutable assets at the highest level.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createApiClient } from './api-client.mjs';

const client = 'build/client';
rmSync('build', { recursive: true, force: true });

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'error'],
  {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  },
);
if (status !== 0) process.exit(status ?? 1);

const { createOpenApiDocument } = await import('../build/server/api-document.js');
mkdirSync(join(client, 'api'), { recursive: true });
// What depends on the day or on the shop is not in the client.
const document = createOpenApiDocument(new Date(), { name: 'Site', tagline: '' });
writeFileSync(join(client, 'api/client.ts'), await createApiClient(document));

for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(?:css|js|ts|json|svg|txt|webmanifest|xml)$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  if (brotli.length >= bytes.length) continue;
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
