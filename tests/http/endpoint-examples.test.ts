import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { paths } from '~/paths';
import { signIn } from '../support/api-client';
import { isExhaustive } from '../support/exhaustive';
import { readCommands, readPreformatted } from '../support/page-code';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-examples-'));
const languages = await readCommands();

/** Refused for its form: the example itself is wrong. */
const wrongForm = new Set([400, 405, 411, 415, 500]);

let site: SiteInProcess;
/** Between the examples and the site, to see how each is answered: what the page shows has its address. */
let statuses: { call: string; status: number }[] = [];
let origin = '';
const recorder = createServer((from, to) => {
  const { method = '', url = '', headers } = from;
  const { port } = new URL(site.origin);
  const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
    const status = response.statusCode ?? 0;
    if (url.startsWith('/api/') && !url.startsWith('/api/docs')) statuses.push({ call: `${method} ${url}`, status });
    to.writeHead(status, response.headers);
    response.pipe(to);
  });
  from.pipe(forwarded);
});
beforeAll(async () => {
  site = await openSite();
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const address = recorder.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  recorder.close();
  recorder.closeAllConnections();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** It would end the session of all later ones. */
const isLeftOut = ({ operationId }: { operationId: string }): boolean => operationId === 'signOut';

describe.each(languages)('in $ending', ({ ending, command, isHere }) => {
  const endpoints = apiEndpoints.filter(
    (endpoint) => !isLeftOut(endpoint) && (isExhaustive || endpoint.subject === 'favourites'),
  );
  it.skipIf(!isHere)(
    'each example is a request that its endpoint understands',
    async () => {
      const token = (signIn(site, `Opal-${ending}`, 'owner').Authorization ?? '').slice('Bearer '.length);
      statuses = [];
      for (const { subject, operationId } of endpoints) {
        const page = await fetch(`${origin}${paths.apiEndpoint(subject, operationId)}`);
        const code = readPreformatted(await page.text())[languages.findIndex((language) => language.ending === ending)];
        expect([operationId, code]).toEqual([operationId, expect.stringContaining(origin)]);
        const file = join(folder, `example.${ending}`);
        writeFileSync(file, (code ?? '').replaceAll('TOKEN', token));
        // An error status, such as of an id that is none, ends the program in Python with an error.
        await run(command, [file]).catch((error: { stderr: string }) => {
          if (!error.stderr.includes('urllib.error.HTTPError')) throw error;
        });
      }
      expect(statuses.length).toBe(endpoints.length);
      expect(statuses.filter(({ status }) => wrongForm.has(status))).toEqual([]);
    },
    300_000,
  );
});
