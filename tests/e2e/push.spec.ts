import { createECDH } from 'node:crypto';
import BetterSqlite3 from '../../db/driver.mjs';
import { expect, test } from './site-test';

const notices = '/desk/team/notices';

/** A browser that has subscribed: headless ones reach no push service. */
const subscription = {
  endpoint: 'https://push.example/a-browser',
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
};

test.beforeEach(async ({ page, context, operatorCookies }) => {
  await context.addCookies(operatorCookies);
  await page.addInitScript(({ endpoint, ...keys }) => {
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (!options?.userVisibleOnly || typeof key !== 'string' || key.length !== 87) throw new Error('Not like this.');
      const made = { endpoint, getKey: (name: 'p256dh' | 'auth') => toBytes(keys[name]) };
      return Object.setPrototypeOf(made, PushSubscription.prototype);
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  }, subscription);
});

test('an operator turns notifications on, is shown one, and opens the customer from it', async ({
  page,
  context,
  site,
}) => {
  await page.goto(notices);
  await expect(page.getByText('This browser cannot show notifications')).toBeHidden();
  await page.getByRole('radiogroup', { name: 'Notify me' }).getByLabel('Once an hour').check();
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  const device = page.getByRole('listitem').filter({ hasText: 'this browser' });
  await expect(device).toContainText('once an hour');
  const db = new BetterSqlite3(site.databasePath, { readonly: true });
  expect(db.prepare('SELECT endpoint, p256dh, auth, time FROM push_subscriptions').get()).toEqual({
    ...subscription,
    time: 'hourly',
  });
  db.close();

  // The worker is a real one: what the push service would deliver is delivered by the browser's own tools.
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${site.origin}/desk/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const content = { title: 'New message about Honda Activa 6G', body: '3 wait at the desk.', tag: 'leads' };
  const deliver = async (url: string, more: object = {}) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: site.origin,
      registrationId: await registered,
      data: JSON.stringify({ ...content, url, ...more }),
    });
  // The headless browser lets no site show notifications, so that the worker's are recorded.
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  await worker.evaluate(`
    globalThis.shown = new Map();
    registration.showNotification = async (title, options) => void shown.set(options.tag, { title, ...options });
    clients.openWindow = async (url) => void (globalThis.opened = 'opened ' + url);
    WindowClient.prototype.focus = async function () { globalThis.opened = 'focused ' + this.url; };
    globalThis.press = () => {
      const [{ tag, data }] = shown.values();
      const event = new ExtendableEvent('notificationclick');
      event.notification = { data, close: () => shown.delete(tag) };
      dispatchEvent(event);
    };`);
  const readShown = () => worker.evaluate('[...shown.values()]');
  const asShown = (url: string, title = content.title) => [
    { ...content, title, data: url, renotify: true, icon: '/apple-touch-icon.png' },
  ];
  await deliver('/desk/customers?first');
  await expect.poll(readShown).toEqual(asShown('/desk/customers?first'));
  // One replaces another.
  await deliver('/desk/customers', { title: '2 new customers' });
  await expect.poll(readShown).toEqual(asShown('/desk/customers', '2 new customers'));

  await worker.evaluate('press()');
  await expect.poll(() => worker.evaluate('opened')).toBe(`opened ${site.origin}/desk/customers`);
  expect(await readShown()).toEqual([]);
  await deliver(notices);
  await expect.poll(readShown).toHaveLength(1);
  await worker.evaluate('press()');
  await expect.poll(() => worker.evaluate('opened')).toBe(`focused ${site.origin}${notices}`);

  await device.getByRole('button', { name: 'Turn off' }).click();
  await expect(device).toHaveCount(0);
});

test('a browser that does not allow notifications says so, and that mail can', async ({ page }) => {
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await page.goto(notices);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('does not allow notifications of this site')).toBeVisible();
});

test('without a script the screen says that mail can @without-script', async ({ page }) => {
  await page.goto(notices);
  await expect(page.getByText('This browser cannot show notifications')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeHidden();
  await page.getByRole('radiogroup', { name: 'When somebody writes' }).getByLabel('Once an hour').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Done, and written in the log.')).toBeVisible();
});
