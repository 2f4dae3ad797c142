import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '~/paths';
import { sized } from '../support/exhaustive';
import { expect, test, usesScript } from './site-test';

let made = 0;
/** An account of this test only. */
const freshAccount = () => {
  made += 1;
  return { name: 'Asha Rao', email: `asha-${process.pid}-${made}@example.com`, password: 'open!sesame' };
};
type Account = ReturnType<typeof freshAccount>;

async function fillIn(page: Page, { name, email, password }: Partial<Account>): Promise<void> {
  if (name !== undefined) await page.getByLabel('Name').fill(name);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  if (password !== undefined) await page.getByLabel('Password').fill(password);
}

/** Signs up without the form. @param request of a page, which is signed in then, or of no page */
async function signUp(request: APIRequestContext): Promise<Account> {
  const account = freshAccount();
  const form = { ...account, mode: 'signup', idempotencyKey: account.email };
  expect((await request.post(paths.login({ mode: 'signup' }), { form, maxRedirects: 0 })).status()).toBe(303);
  return account;
}

/** On phones the menu is a popover. */
async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('status').getByText('You are signed out.')).toBeVisible();
}

test('signs up on the home page, sees the greeting, edits the profile, signs out and in again', async ({ page }) => {
  const account = freshAccount();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillIn(page, account);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/main$/);
  await expect(page.getByRole('status').getByText('Your account is ready')).toBeVisible();

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  for (const name of ['Phone Number', 'Gender']) {
    await expect(page.locator('dt', { hasText: name }).locator('+ dd')).toHaveText('Not given');
  }
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('Phone Number').fill('+91 98450 00000');
  await page.getByLabel('Location').fill('Pune');
  await page.getByText('Female', { exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').getByText('Your profile has been saved.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('+91 98450 00000');
  await expect(page.getByRole('main')).toContainText('Female');

  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page.getByText('+91 98450 00000')).toHaveCount(0);

  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fprofile$/);
  await fillIn(page, { email: account.email.toUpperCase(), password: account.password });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('main')).toContainText('Pune');
});

test('a wrong pair of email and password is reported, and the email kept', async ({ page }) => {
  await page.goto('/');
  let pages = 0;
  page.on('domcontentloaded', () => {
    pages += 1;
  });
  await fillIn(page, { email: 'nobody@example.com', password: 'wrong!!' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  if (usesScript()) {
    await expect(page.getByRole('alert')).toBeFocused();
    expect(pages).toBe(0);
  }
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});

test('errors are shown beside their fields, and removed when a field is edited', async ({ page }) => {
  await page.goto('/login?mode=signup');
  await fillIn(page, { name: 'ab', email: 'asha@example', password: 'simple' });
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a valid email');
  const message = 'Password must be 6+ characters with at least one special character';
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(new RegExp(message.replace('+', '\\+')));
  if (!usesScript()) return;
  await page.getByLabel('Password').fill('simple!');
  await expect(page.getByText(message)).toHaveCount(0);
});

test('a lost connection keeps the form values', async ({ page, context, request }) => {
  test.skip(!usesScript(), 'without scripts the browser shows its own error, and keeps the form');
  const account = await signUp(request);
  await page.goto('/login');
  await fillIn(page, { email: account.email, password: account.password });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Network error: Please check your internet connection');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/main$/);
});

for (const network of sized(['Google'], ['Google', 'Facebook'])) {
  test(`the ${network} panel signs in with this site's password, and Cancel closes it`, async ({ page, request }) => {
    const account = await signUp(request);
    await page.goto('/');
    await page.getByRole('link', { name: network, exact: true }).first().click();
    const panel = page.getByRole('region', { name: `Continue with ${network}` });
    await expect(panel).toContainText('Use your password for this site, never your Google or Facebook password.');
    await panel.getByRole('link', { name: 'Cancel' }).click();
    await expect(panel).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: network, exact: true }).click();
    await fillIn(page, { email: account.email, password: 'wrong!wrong' });
    await page.getByRole('button', { name: 'Continue' }).click();
    // The error stands beside its sign, as outside the panel.
    await expect(panel.getByRole('alert').getByRole('heading')).toHaveCSS('padding', '0px');
    await fillIn(page, { password: account.password });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('status').getByText('You are signed in.')).toBeVisible();
  });
}

test('hearts add vehicles to the favourites', async ({ page }) => {
  await page.goto('/main');
  await expect(page.getByRole('button', { name: /^Save / })).toHaveCount(0);
  await signUp(page.request);
  await page.reload();
  const heart = page.getByRole('button', { name: 'Save Royal Enfield Classic 350' }).first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/profile/favourites');
  await expect(page.getByRole('link', { name: 'Royal Enfield Classic 350' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Royal Enfield Classic 350' }).click();
  await expect(page.getByRole('button', { name: 'Save Royal Enfield Classic 350', pressed: true })).toHaveCount(0);
  await page.goto('/profile/favourites');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

/** Changes that the small script makes in place: where its request goes, and where the change is visible afterwards. */
const changesInPlace = [
  {
    from: '/main',
    press: 'Save Royal Enfield Classic 350',
    sentTo: '/favourites',
    shown: '/profile/favourites',
    as: 'Save Royal Enfield Classic 350',
  },
  {
    from: '/main',
    press: 'Compare Royal Enfield Classic 350',
    sentTo: '/compare/list',
    shown: '/compare',
    as: 'Remove Royal Enfield Classic 350',
  },
  {
    from: '/accessories',
    press: 'Add Gel Seat Cushion',
    sentTo: '/accessories/list',
    shown: '/accessories',
    as: 'Remove Gel Seat Cushion',
  },
];

for (const { from, press, sentTo, shown, as } of sized(changesInPlace.slice(0, 1), changesInPlace)) {
  test(`${press}: stored, although the page is left before the response`, async ({ page }) => {
    test.skip(!usesScript(), 'without scripts the next page is the response');
    await signUp(page.request);
    await page.goto(from);
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await page.route(`**${sentTo}`, async (route) => {
      await left;
      await route.continue();
    });
    const request = page.waitForRequest(`**${sentTo}`);
    await page.getByRole('button', { name: press, exact: true }).first().click();
    await request;
    await page.goto('/terms');
    leave();
    const isShown = async () => {
      await page.goto(shown);
      return page.getByRole('button', { name: as, exact: true }).count();
    };
    await expect.poll(isShown).toBeGreaterThan(0);
  });
}

test('a concurrent change made on another device is shown beside one’s own', async ({ page, browser, baseURL }) => {
  await signUp(page.request);
  await page.goto('/profile/edit');
  await page.getByLabel('Location').fill('Pune');
  const storageState = await page.context().storageState();
  const other = await browser.newContext({ baseURL, javaScriptEnabled: usesScript(), storageState });
  const desk = await other.newPage();
  await desk.goto('/profile/edit');
  await desk.getByLabel('Location').fill('Goa');
  await desk.getByRole('button', { name: 'Save changes' }).click();
  await expect(desk.getByRole('main')).toContainText('Goa');
  await other.close();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('changed in the meantime');
  await expect(page.getByLabel('Location')).toHaveValue('Pune');
  await expect(page.getByLabel('Location')).toHaveAccessibleDescription(/Saved in the meantime: Goa/);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByRole('main')).toContainText('Pune');
});

test('deletes the account with its password, permanently', async ({ page }) => {
  const account = await signUp(page.request);
  await page.goto('/profile/security');
  const deletion = page.getByRole('form', { name: 'Delete your account' });
  await deletion.getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('status').getByText('has been deleted')).toBeVisible();
  await page.goto('/login');
  await fillIn(page, { email: account.email, password: account.password });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');
});

test('a forgotten password is replaced with the recovery code of sign-up', async ({ page }) => {
  const { email } = await signUp(page.request);
  const main = page.getByRole('main');
  await page.goto('/main');
  await page.getByRole('link', { name: 'Keep your recovery code' }).click();
  const code = ((await main.locator('section code').textContent()) ?? '').trim();
  await main.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText('With that code you can always set a new password.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Recovery code').fill('0000');
  await main.getByLabel('New password').fill('another!kite');
  await main.getByRole('button', { name: 'Set the new password' }).click();
  await expect(main.getByRole('alert')).toContainText('Email and recovery code do not match.');
  await main.getByLabel('Recovery code').fill(code.toLowerCase());
  await main.getByLabel('New password').fill('another!kite');
  await main.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Your new password is set, and you are signed in.')).toBeVisible();
  expect(((await main.locator('section code').textContent()) ?? '').trim()).not.toBe(code);
});
