import { describe, expect, it } from 'vitest';
import { apiCalls } from '~/doors/contract/api-calls.server';
import { type ApiAnswer, callApi } from '../support/api-client';
import { type AskedCall, askedCalls, filledCall } from '../support/asked-calls';
import { digestOf, type Role, roles, type SettledSite, settleSite, followRows } from '../support/settled-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';
import { some } from '../support/some';

let settled: SettledSite;
/** Answers what changes nothing. */
let common: SiteInProcess;
/** All there is, when nothing has changed. */
let untouched: string;
let rows: () => string;
shareSite(async () => {
  settled = await settleSite();
  common = await settled.open();
  untouched = digestOf(common.runtime.db);
  rows = followRows(common.runtime.db, [], untouched);
  return common;
});

/** A question that is sent like a write. */
const changesNothing = new Set(['calculateEmi']);

function make(site: SiteInProcess, asked: AskedCall, role: Role): Promise<ApiAnswer> {
  const { method, path, body } = filledCall(asked, settled.things);
  return callApi(site, method, path, { body, headers: settled.asClient(role) });
}

it('every call of the API stands in the table of who may', () => {
  const known = apiCalls.map(({ operationId }) => operationId);
  expect([...new Set(askedCalls.map(({ operationId }) => operationId))].sort()).toEqual(known.sort());
});

describe.each(askedCalls)('$operationId $path', (asked) => {
  it('answers each as the table says, and whoever is refused changes nothing', async () => {
    const answered: Record<string, number> = {};
    for (const [at, role] of roles.entries()) {
      const isWrite = asked.method !== 'GET' && (asked.statuses[at] ?? 0) < 400;
      const site = isWrite ? await settled.open() : common;
      const { status } = await make(site, asked, role);
      answered[role] = status;
      if (!isWrite) continue;
      const isSame = digestOf(site.runtime.db) === untouched;
      expect([role, isSame]).toEqual([role, changesNothing.has(asked.operationId)]);
      await site.close();
    }
    expect(Object.values(answered)).toEqual(asked.statuses);
    expect(rows()).toBe(untouched);
  });
});

describe('what belongs to somebody else', () => {
  const named = /\{(?:request|feedback|message|conversation)\}/;

  it.each(some(askedCalls.filter(({ path }) => named.test(path))))(
    '$operationId $path tells nobody that it is there',
    async (asked) => {
      const nowhere = { ...asked, path: asked.path.replace(named, 'no-such-thing') };
      for (const role of ['visitor', 'key', 'user'] as const) {
        const [real, none] = [await make(common, asked, role), await make(common, nowhere, role)];
        expect([role, real.status, real.body]).toEqual([role, none.status, none.body]);
      }
    },
  );
});
