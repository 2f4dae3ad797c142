import BetterSqlite3 from '../../db/driver.mjs';
import { freePort } from '../support/free-port';
import { getPart, startMailServer } from '../support/mail-server';
import { type RunningSite, startSite } from '../support/running-site';
import { test as base, expect, makeOperator } from './site-test';

type MailFixtures = { mails: Awaited<ReturnType<typeof startMailServer>>; mailingSite: RunningSite };

/** The browser tests of a site that sends mail, and its mail server. */
const test = base.extend<MailFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  mails: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.close();
  },
  mailingSite: async ({ mails }, use) => {
    const port = String(await freePort());
    const ORIGIN = `http://127.0.0.1:${port}`;
    const env = { PORT: port, ORIGIN, SMTP_URL: mails.url, MAIL_FROM: 'Dopahiya <mail@bikes.example>' };
    const site = await startSite({ env });
    await use(site);
    await site.stop();
  },
  baseURL: async ({ mailingSite }, use) => use(mailingSite.origin),
});

const linkIn = (source: string, path: string): string =>
  new RegExp(`http://127\\.0\\.0\\.1:\\d+${path}\\S*`).exec(source)?.[0] ?? '';

test('a mailed link sets a new password; a reply is mailed, and mails of its kind are turned off', async ({
  page,
  mailingSite,
  mails,
}) => {
  const email = 'asha@example.com';
  const account = { mode: 'signup', name: 'Asha Rao', email, password: 'open!sesame', idempotencyKey: 'asha' };
  await page.request.post('/login?mode=signup', { form: account });
  await page.context().clearCookies();

  await page.goto('/recover');
  await page.getByLabel('Email of your account').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('status').first()).toBeVisible();
  const [recovery] = await mails.gets(1);
  if (!recovery) throw new Error('No mail came.');
  await page.goto(linkIn(getPart(recovery, 'text/plain'), '/recover'));
  const main = page.getByRole('main');
  await main.getByLabel('New password').fill('another!kite');
  await main.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Your new password is set, and you are signed in.')).toBeVisible();

  const sent = await page.request.post('/api/contacts', {
    data: { name: 'Asha Rao', email, subject: 'A test ride', message: 'May I come on Saturday?' },
  });
  const { data } = await sent.json();
  const operator = { email: 'desk@example.com', password: 'desk!desk!desk' };
  await makeOperator(mailingSite, operator);
  const token = (await (await page.request.post('/api/auth/login', { data: operator })).json()).data.token;
  const answered = await page.request.post(`/api/desk/requests/${data.id}/replies`, {
    data: { text: 'Come at ten.' },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answered.status()).toBe(201);
  // Mails wait a minute for further messages.
  const db = new BetterSqlite3(mailingSite.databasePath);
  db.exec('UPDATE mails SET due_at = created_at');
  db.close();
  const [, answer] = await mails.gets(2);
  if (!answer) throw new Error('No second mail came.');
  await page.goto(linkIn(getPart(answer, 'text/plain'), '/conversation'));
  await expect(page.getByText('Come at ten.')).toBeVisible();
  await page.goto(linkIn(getPart(answer, 'text/plain'), '/unsubscribe'));
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'These mails are stopped' })).toBeVisible();
});
