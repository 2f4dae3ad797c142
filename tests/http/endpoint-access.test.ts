import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { type ApiResponse, callApi } from '../support/api-client';
import { checkPlans } from '../support/checked-plans';
import { type ApiRequestCase, apiRequestCases, filledRequest } from '../support/endpoint-cases';
import { leastAndMost } from '../support/exhaustive';
import { nonEmpty } from '../support/non-empty';
import { followRows, getDigest, type PopulatedSite, populateSite, type Role, roles } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

checkPlans();

let populated: PopulatedSite;
/** Makes requests that change nothing. */
let common: SiteInProcess;
/** All rows, when nothing has changed. */
let untouched: string;
let rows: () => string;
/** A dry run with a password counts as an attempt to sign in. */
let rowsOfDryRuns: () => string;
shareSite(async () => {
  populated = await populateSite();
  common = await populated.open();
  untouched = getDigest(common.runtime.db);
  rows = followRows(common.runtime.db, [], untouched);
  rowsOfDryRuns = followRows(common.runtime.db, ['sign_in_attempts']);
  return common;
});

/**
 * A read sent by POST, a listing of the same day that needs no confirmation, an item that is no favourite, a look-up,
 * and joining without a key.
 */
const changesNothing = new Set([
  ...[
    'calculateEmi',
    'confirmBike',
    'confirmScooter',
    'dropFavourite',
    'findSentItem',
    'findPeople',
    'joinConversations',
  ],
  'replayWebhook',
  // One who has the role, and one who is not blocked.
  ...['changeMemberRole', 'liftBlock'],
  // They are signed in once.
  ...['endOtherSessions user', 'endOtherSessions operator'],
]);

function make(site: SiteInProcess, requested: ApiRequestCase, role: Role): Promise<ApiResponse> {
  const { method, path, body } = filledRequest(requested, populated.items);
  return callApi(site, method, path, { body, headers: populated.asClient(role) });
}

it('every endpoint of the API is in the table of access', () => {
  const known = apiEndpoints.map(({ operationId }) => operationId);
  expect([...new Set(apiRequestCases.map(({ operationId }) => operationId))].sort()).toEqual(known.sort());
});

const isWriter = ({ method, statuses }: ApiRequestCase, role: Role): boolean =>
  method !== 'GET' && (statuses[roles.indexOf(role)] ?? 0) < 400;

describe.each(apiRequestCases)('$operationId $path', (requested) => {
  it('responds to each role as in the table, and rejected requests change nothing', async () => {
    const writers = leastAndMost(roles.filter((role) => isWriter(requested, role)));
    for (const [at, role] of roles.entries()) {
      if (isWriter(requested, role) && !writers.includes(role)) continue;
      const site = isWriter(requested, role) ? await populated.open() : common;
      const { status } = await make(site, requested, role);
      expect([role, status]).toEqual([role, requested.statuses[at]]);
      if (!isWriter(requested, role)) continue;
      const isSame = getDigest(site.runtime.db) === untouched;
      const { operationId } = requested;
      const isUnchanged = changesNothing.has(operationId) || changesNothing.has(`${operationId} ${role}`);
      expect([role, isSame]).toEqual([role, isUnchanged]);
      await site.close();
    }
    expect(rows()).toBe(untouched);
  });
});

describe.each(nonEmpty(apiRequestCases.filter(({ method }) => method !== 'GET')))(
  'a dry run of $operationId $path',
  (requested) => {
    it('responds as the write does, and changes nothing', async () => {
      const before = rowsOfDryRuns();
      const path = `${requested.path}${requested.path.includes('?') ? '&' : '?'}dryRun=true`;
      for (const role of leastAndMost(roles.filter((role) => isWriter(requested, role)))) {
        const { status } = await make(common, { ...requested, path }, role);
        expect([role, status]).toEqual([role, requested.statuses[roles.indexOf(role)]]);
      }
      expect(rowsOfDryRuns()).toBe(before);
    });
  },
);

describe('a private item of another user', () => {
  const named = /\{(?:request|feedback|message|conversation)\}/;

  it.each(nonEmpty(apiRequestCases.filter(({ path }) => named.test(path))))(
    '$operationId $path does not reveal that it exists',
    async (requested) => {
      const nowhere = { ...requested, path: requested.path.replace(named, 'no-such-thing') };
      for (const role of ['visitor', 'key', 'user'] as const) {
        const [real, none] = [await make(common, requested, role), await make(common, nowhere, role)];
        const withoutId = ({ json }: ApiResponse) => ({ ...json, requestId: null });
        expect([role, real.status, withoutId(real)]).toEqual([role, none.status, withoutId(none)]);
      }
    },
  );
});
