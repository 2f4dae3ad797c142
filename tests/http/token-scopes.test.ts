import { describe, expect, it } from 'vitest';
import { apiEndpoints } from '~/api/endpoints.server';
import { openSession } from '~/domain/accounts/sessions.server';
import { callApi } from '../support/api-client';
import { type ApiRequestCase, apiRequestCases, filledRequest } from '../support/endpoint-cases';
import { type PopulatedSite, populateSite, type Role, roles } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

let populated: PopulatedSite;
let site: SiteInProcess;
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open();
  return site;
});

const operatorIds = new Set(
  apiEndpoints.flatMap(({ access, operationId }) => (access.name === 'operator' ? [operationId] : [])),
);
/** They require a session. */
const notForTokens = new Set([
  ...['createToken', 'revokeToken', 'renewRecoveryCode', 'changeEmail', 'issueRecoveryCode', 'replaceManageCode'],
  ...['changePassword', 'deleteAccount', 'endSession', 'endOtherSessions'],
  ...['changeMemberRole', 'endMemberSessions', 'endMemberSession', 'removeSecondStep', 'inviteMember'],
]);
const withoutScopes = new Set(
  apiEndpoints.flatMap(({ ignoresInvalidToken, operationId }) => (ignoresInvalidToken ? [operationId] : [])),
);

/** A read whose question is in the body. */
const readsByPost = new Set(
  apiEndpoints.flatMap(({ rateLimit, operationId }) => (rateLimit === 'api-read' ? [operationId] : [])),
);

type Scopes = { scope: 'read' | 'write'; withoutDesk: boolean };

/** A token of an operator: without the desk it is one of any user, and without the right to write one that only reads. */
function getExpected({ operationId, method, statuses }: ApiRequestCase, { scope, withoutDesk }: Scopes) {
  const of = (role: Role) => statuses[roles.indexOf(role)] ?? 0;
  const isWrite = method !== 'GET' && !readsByPost.has(operationId);
  const isRejectedWrite = isWrite && scope === 'read' && of('read') === 403 && !withoutScopes.has(operationId);
  if (isRejectedWrite) return { status: 403, code: 'token_is_read_only' };
  if (withoutDesk && operatorIds.has(operationId)) return { status: 403, code: 'token_without_desk' };
  if (notForTokens.has(operationId)) return { status: 403, code: 'token_not_allowed' };
  return { status: of(withoutDesk ? 'user' : 'operator'), code: null };
}

describe.each<Scopes>([
  { scope: 'read', withoutDesk: true },
  { scope: 'read', withoutDesk: false },
  { scope: 'write', withoutDesk: true },
  { scope: 'write', withoutDesk: false },
])('an access token of an operator with $scope, without the desk: $withoutDesk', (scopes) => {
  it('reaches each endpoint as far as its scopes do', async () => {
    const { db, clock } = site.runtime;
    const label = JSON.stringify(scopes);
    const token = openSession(db, { userId: 'user-opal', kind: 'personal', label, ...scopes }, clock());
    const differences = [];
    for (const requested of apiRequestCases) {
      const { method, path, body } = filledRequest(requested, populated.items);
      const dryRun = method === 'GET' ? '' : `${path.includes('?') ? '&' : '?'}dryRun=true`;
      const headers = { Authorization: `Bearer ${token}` };
      const { status, json } = await callApi(site, method, path + dryRun, { body, headers });
      const expected = getExpected(requested, scopes);
      const isSame = status === expected.status && (expected.code === null || json.code === expected.code);
      if (!isSame) differences.push({ method, path, expected, status, code: json.code });
    }
    expect(differences).toEqual([]);
  });
});
