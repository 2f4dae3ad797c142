import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '~/api/define-endpoint.server';
import { apiEndpoints } from '~/api/endpoints.server';
import { paths } from '~/paths';
import { ApiFixture } from '../support/api-fixture';
import { isExhaustive } from '../support/exhaustive';
import { readCommands, readPreformatted } from '../support/page-code';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-examples-'));
const languages = await readCommands();

let api: ApiFixture;
/** Between the examples and the site, to see how each is answered: what the page shows has its address. */
let answers: { call: string; status: number }[] = [];
let origin = '';
const recorder = createServer((from, to) => {
  const { method = '', url = '', headers } = from;
  const { port } = new URL(api.site.origin);
  const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
    const status = response.statusCode ?? 0;
    if (url.startsWith('/api/') && !url.startsWith('/api/docs')) answers.push({ call: `${method} ${url}`, status });
    to.writeHead(status, response.headers);
    response.pipe(to);
  });
  from.pipe(forwarded);
});
beforeAll(async () => {
  api = await ApiFixture.open();
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const address = recorder.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  recorder.close();
  recorder.closeAllConnections();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The values of an example that its reader has others for, with those. */
function findReplaced(shown: unknown, sent: unknown): [shown: unknown, sent: unknown][] {
  if (typeof shown !== 'object' || shown === null || typeof sent !== 'object' || sent === null)
    return shown === sent ? [] : [[shown, sent]];
  if (isList(shown) && isList(sent)) return shown.flatMap((value, at) => findReplaced(value, sent[at]));
  return Object.entries(shown).flatMap(([name, value]) => findReplaced(value, Reflect.get(sent, name)));
}

/** The code of a page as its reader sends it: with own ids, tokens and keys, and no version of another item. */
async function fillIn(code: string, endpoint: Endpoint): Promise<string> {
  const { path, headers, body } = await api.example(endpoint);
  const { Authorization = '', 'X-Manage-Key': manageKey } = headers;
  const [shownUrl = ''] = /http:[^'"]+/.exec(code) ?? [];
  let text = code.replace(shownUrl, origin + path);
  text = manageKey
    ? text.replace('CODE', manageKey)
    : text
        .replace('X-Manage-Key', 'Authorization')
        .replace('CODE', Authorization)
        .replace('Bearer TOKEN', Authorization);
  if (body === '') return text;
  for (const [shown, sent] of findReplaced(endpoint.body.spec?.example, JSON.parse(body)))
    text =
      sent === undefined
        ? text.replace(/,?\s*"version":\s*\d+/, '')
        : text.replaceAll(JSON.stringify(shown), JSON.stringify(sent));
  return text;
}

describe.each(languages)('in $ending', ({ ending, command, isHere }) => {
  const endpoints = apiEndpoints.filter(({ subject }) => isExhaustive || subject === 'favourites');
  it.skipIf(!isHere).each(endpoints)(
    'the example of $operationId succeeds as its page shows it',
    async (endpoint) => {
      const page = await fetch(`${origin}${paths.apiEndpoint(endpoint.subject, endpoint.operationId)}`);
      const code = readPreformatted(await page.text())[languages.findIndex((language) => language.ending === ending)];
      const file = join(folder, `example.${ending}`);
      writeFileSync(file, await fillIn(code ?? '', endpoint));
      answers = [];
      const { stderr } = await run(command, [file]);
      expect([stderr, answers.map(({ status }) => status)]).toEqual(['', [endpoint.response.status]]);
    },
    60_000,
  );
});
