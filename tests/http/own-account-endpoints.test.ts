import { expect, it } from 'vitest';
import { callApi, getData } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

type Headers = Record<string, string>;
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const password = 'open!sesame';
const newPassword = 'another!kite';

let people = 0;
async function signUp() {
  people += 1;
  const account = { email: `rider-${people}@example.com`, password };
  const { token } = getData<{ token: string }>(
    await callApi(site, 'POST', '/api/auth/signup', { body: { name: 'Asha Rao', ...account } }),
  );
  return { account, headers: bearer(token) };
}
const signIn = async (account: { email: string; password: string }) =>
  callApi(site, 'POST', '/api/auth/login', { body: account });
const getStatus = async (headers: Headers) => (await callApi(site, 'GET', '/api/auth/profile', { headers })).status;

it('a new password ends the session that set it, and the same request gets the same new session again', async () => {
  const { account, headers } = await signUp();
  const send = (body: object, more: Headers = {}) =>
    callApi(site, 'POST', '/api/account/password', { body, headers: { ...headers, ...more } });
  const wrong = await send({ currentPassword: 'wrong!!', newPassword });
  expect([wrong.status, Object.keys(wrong.json.errors ?? {})]).toEqual([422, ['currentPassword']]);
  const change = { currentPassword: password, newPassword };
  const key = { 'Idempotency-Key': '1' };
  const first = await send(change, key);
  const { token } = getData<{ token: string }>(first);
  expect([first.status, await getStatus(headers), await getStatus(bearer(token))]).toEqual([200, 401, 200]);
  const again = await send(change, key);
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  for (const other of [
    { ...change, newPassword: 'third!kite' },
    { ...change, currentPassword: 'wrong!!' },
  ])
    expect((await send(other, key)).status).toBe(409);
  expect([(await send(change)).status, (await send(change, { 'Idempotency-Key': '2' })).status]).toEqual([401, 401]);
  expect((await send(change, { ...key, Authorization: 'Bearer of-another' })).status).toBe(401);
  expect([(await signIn(account)).status, (await signIn({ ...account, password: newPassword })).status]).toEqual([
    ...[401, 200],
  ]);
});

it('an account is deleted with its password, once', async () => {
  const { account, headers } = await signUp();
  const send = (given: string, more: Headers = {}) =>
    callApi(site, 'POST', '/api/account/delete', { body: { password: given }, headers: { ...headers, ...more } });
  expect([(await send('wrong!!')).status, await getStatus(headers)]).toEqual([422, 200]);
  const key = { 'Idempotency-Key': 'leaving' };
  const first = await send(password, key);
  const again = await send(password, key);
  expect([first.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
  expect([(await send(password)).status, (await signIn(account)).status]).toEqual([401, 401]);
});

it('sessions are listed and ended, but not by an access token', async () => {
  const { account, headers } = await signUp();
  const elsewhere = bearer(getData<{ token: string }>(await signIn(account)).token);
  const newToken = { name: 'Stock', scopes: ['write'], days: 30, password };
  const program = bearer(
    getData<{ token: string }>(await callApi(site, 'POST', '/api/auth/tokens', { headers, body: newToken })).token,
  );
  const list = async () =>
    getData<{ sessions: { id: string; isCurrent: boolean }[] }>(
      await callApi(site, 'GET', '/api/auth/sessions', { headers }),
    ).sessions;
  const end = async (path: string, by = headers) =>
    (await callApi(site, 'DELETE', `/api${path}`, { headers: by })).status;
  const other = (await list()).find(({ isCurrent }) => !isCurrent)?.id ?? '';
  for (const path of [`/auth/sessions/${other}`, '/auth/sessions']) expect(await end(path, program)).toBe(403);
  expect([await end(`/auth/sessions/${other}`), await getStatus(elsewhere)]).toEqual([200, 401]);
  expect(await end(`/auth/sessions/${other}`)).toBe(404);
  const third = bearer(getData<{ token: string }>(await signIn(account)).token);
  expect([await end('/auth/sessions'), await getStatus(third), (await list()).length]).toEqual([200, 401, 1]);
  expect([await getStatus(headers), await getStatus(program)]).toEqual([200, 200]);
});
