import { expect, it, vi } from 'vitest';
import { callApi, getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { booking, message, opinion, shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

/** A user whose account is deleted between the authentication of the next write, which is then counted, and its commit. */
function signInUntilCounted(name: string): Record<string, string> {
  const headers = signIn(site, name);
  vi.spyOn(site.runtime, 'count').mockImplementationOnce(async () => {
    site.runtime.db.$client.prepare('DELETE FROM users WHERE name = ?').run(name);
    return null;
  });
  return headers;
}

it.each([
  ['POST', '/api/bikes', shine],
  ['POST', '/api/vehicles', usedShine],
  ['POST', '/api/feedback', opinion],
  ['POST', '/api/contacts', message],
  ['POST', '/api/services/request', booking],
  ['POST', '/api/reviews', { vehicleId: '1', rating: 4, comment: 'Rides well on bad roads.' }],
  ['POST', '/api/searches', { query: 'q=honda' }],
  ['PUT', '/api/favourites/1', {}],
  ['PUT', '/api/auth/profile', { name: 'Asha' }],
])('%s %s of an account that is deleted meanwhile responds 401', async (method, path, body) => {
  const name = `Leaving-${path}`;
  const write = async (headers: Record<string, string>) => {
    const { status, json } = await callApi(site, method, path, {
      body,
      headers: { ...signInUntilCounted(name), ...headers },
    });
    return [status, json.message];
  };
  const rejection = [401, 'Please sign in to go on.'];
  expect(await write({})).toEqual(rejection);
  expect(await write({ 'Idempotency-Key': name })).toEqual(rejection);
});

it('a form of an account that is deleted meanwhile is shown again, as to a visitor', async () => {
  const cookie = getCookie(signInUntilCounted('Leaving-by-form'));
  const { status, body } = await sendForm(site, '/feedback', { ...opinion, rating: '5' }, cookie);
  expect([status, body.includes(opinion.message)]).toEqual([401, true]);
});
