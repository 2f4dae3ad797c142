import { afterEach, expect, it, vi } from 'vitest';
import { FormBrowser } from '../support/account-client';
import { getPageText } from '../support/page-text';
import { booking, message, opinion, shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let user: FormBrowser;
shareSite(async () => {
  site = await openSite();
  user = await new FormBrowser(site).enter();
  return site;
});
afterEach(() => {
  site.runtime.db.$client.exec('DROP TRIGGER broken');
  vi.restoreAllMocks();
});

const { contactInfo, serviceType } = booking;
const bookingFields = {
  serviceType,
  ...Object.fromEntries(Object.entries(contactInfo).map(([name, value]) => [`contactInfo.${name}`, value])),
};
const opinionFields = { ...opinion, rating: String(opinion.rating) };
const listingFields = Object.fromEntries(Object.entries(shine).map(([name, value]) => [name, String(value)]));

it.each([
  ['/feedback', 'feedback', opinionFields, opinion.message, 'Failed to submit feedback. Please try again.'],
  [
    '/service',
    'service_requests',
    bookingFields,
    contactInfo.name,
    'Failed to submit service request. Please try again.',
  ],
  ['/contact', 'contact_messages', message, message.message, 'Failed to send message. Please try again.'],
  [
    '/sell-bikes?view=form',
    'listings',
    { ...listingFields, intent: 'list' },
    shine.license,
    'Failed to submit bike listing. Please try again.',
  ],
  [
    '/sell-scooters?view=form',
    'listings',
    { ...listingFields, intent: 'list' },
    shine.license,
    'Failed to submit scooter listing. Please try again.',
  ],
  [
    '/vehicle-details?vehicle=2&review=write',
    'reviews',
    { rating: '4', title: 'Calm', comment: 'Never hurries.' },
    'Never hurries.',
    'Failed to send review. Please try again.',
  ],
  [
    '/login?mode=signup',
    'users',
    { name: 'Uma Devi', email: 'uma@example.com', password: 'open!sesame' },
    'Uma Devi',
    'Authentication failed',
  ],
  [
    '/profile/edit',
    'users',
    { intent: 'save', version: '1', name: 'Asha Kulkarni', gender: 'other' },
    'Asha Kulkarni',
    'Something went wrong. Please try again.',
  ],
])('%s keeps what was typed when an exception is thrown', async (path, table, fields, typed, sentence) => {
  const logged = vi.spyOn(site.runtime.log, 'error').mockImplementation(() => undefined);
  const event = path.startsWith('/profile') ? 'UPDATE' : 'INSERT';
  site.runtime.db.$client.exec(
    `CREATE TRIGGER broken BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'a secret of the machine'); END`,
  );
  const sender = path.startsWith('/login') ? new FormBrowser(site) : user;
  const response = await sender.send(path, fields);
  expect(response.status).toBe(500);
  expect(getPageText(response.body)).toContain(sentence);
  expect(response.body).toContain(typed);
  expect(response.body).not.toContain('a secret of the machine');
  const unexpected = logged.mock.calls.filter((line: unknown[]) => line[1] === 'unexpected');
  expect(unexpected).toHaveLength(1);
  expect(unexpected[0]?.[0]).toMatchObject({ requestId: response.headers['x-request-id'] });
});
