import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
beforeEach(async () => {
  site = await openSite();
  const { db } = site.runtime;
  for (const type of ['Petrol', 'Petrol', 'Electric']) storeListing(db, { type, engineCapacity: undefined });
  storeListing(db, { kind: 'scooter' });
  db.$client.exec(
    "UPDATE listings SET availability = 'sold', sold_at = created_at WHERE kind = 'scooter' AND is_sample = 0",
  );
  await callApi(site, 'POST', '/api/contacts', {
    body: { name: 'Asha', email: 'asha@example.com', subject: 'A ride', message: 'On Saturday, please.' },
  });
});
afterEach(() => site.close());

const words = async (path = paths.dashboard()) => getPageText((await site.request(path)).body);
const breakTable = (name: string) => site.runtime.db.$client.exec(`ALTER TABLE ${name} RENAME TO ${name}_away`);

describe('the dashboard', () => {
  it('shows real figures, each with a link', async () => {
    const { body } = await site.request('/dashboard');
    expect(getPageText(body)).toContain('Total Bikes 3 Available Bikes 3 Total Scooters 1 Available Scooters 0');
    expect(getPageText(body)).toContain(
      'Total Contacts 1 New Messages 1 In Progress 0 Resolved 0 Pending 0 Bike Distribution Petrol 2 Electric 1 Sold 0',
    );
    expect(getPageText(body)).toContain(
      'Scooter Distribution Petrol 1 Electric 0 Sold 1 Sell Your Bike Sell Your Scooter Market Overview ' +
        'Total Vehicles 4 Available Now 3 Successfully Sold 1',
    );
    for (const href of ['/sell-bikes', '/sell-scooters', '/contact', '/sell-bikes?view=form', '/main']) {
      expect(body, href).toContain(`href="${href}"`);
    }
  });

  it('links the figures of messages to the messages for operators', async () => {
    const { body } = await site.request('/dashboard', { headers: signIn(site, 'Opal', 'owner') });
    expect(body).toContain('href="/desk/customers?kind=message"');
    expect(body).toContain('href="/desk/customers/done"');
  });

  it('leaves out suspected spam until an operator clears it', async () => {
    const spam = { name: 'Asha', email: 'a@b.example', subject: 'Pills', message: 'Cheap pills here.', website: 'x' };
    await sendForm(site, '/contact', spam);
    expect(await words()).toContain('Total Contacts 1 New Messages 1');
    const { db } = site.runtime;
    const id = db.$client.prepare<[], string>("SELECT message_id FROM contact_tags WHERE tag = 'suspected-spam'");
    const [first] = id.pluck().all();
    const headers = signIn(site, 'Opal', 'owner');
    await callApi(site, 'PATCH', `/api/contacts/${first}/status`, { headers, body: { status: 'resolved' } });
    expect(await words()).toContain('Total Contacts 1 New Messages 1 In Progress 0 Resolved 0');
    const clear = { action: 'remove', tag: 'suspected-spam' };
    await callApi(site, 'PATCH', `/api/contacts/${first}/tags`, { headers, body: clear });
    expect(await words()).toContain('Total Contacts 2 New Messages 1 In Progress 0 Resolved 1');
    await callApi(site, 'PATCH', `/api/contacts/${first}/tags`, { headers, body: { ...clear, action: 'add' } });
    await callApi(site, 'DELETE', `/api/contacts/${first}`, { headers });
    expect(await words()).toContain('Total Contacts 1 New Messages 1 In Progress 0 Resolved 0');
  });

  it('shows zeros for each source that fails, independently', async () => {
    breakTable('contact_counters');
    expect(await words()).toContain('Total Bikes 3');
    expect(await words()).toContain('Total Contacts 0');
    expect(await words()).not.toContain('Failed to load dashboard statistics');
    breakTable('listing_counters');
    expect(await words()).toContain('Total Bikes 0');
    expect(await words()).toContain('Failed to load dashboard statistics');
  });

  it('has settings with the deployment’s own API', async () => {
    const text = await words(paths.dashboard({ tab: 'settings' }));
    expect(text).toContain(`API base URL ${site.origin}/api`);
    for (const one of ['Real-time Updates Enabled', 'Error Reporting Enabled', 'Manage Bike Listings']) {
      expect(text).toContain(one);
    }
  });
});
