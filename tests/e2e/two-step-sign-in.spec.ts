import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { wrongFor } from './axe';
import { expect, makeOperator, test, usesScript } from './site-test';

/** The code in the authenticator app. @param stepsAgo 30 seconds each; a site accepts the previous one too */
const generateCode = (secret: string, stepsAgo = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - stepsAgo * 30_000 });

/** Six digits that are not a current code. */
function generateWrongCode(secret: string): string {
  const codes = [-2, -1, 0, 1, 2].map((stepsAgo) => generateCode(secret, stepsAgo));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !codes.includes(code)) ?? '';
}

/** States that are responses to a form have no URL at which the tests of the screens could open them. */
async function expectSound(page: Page): Promise<void> {
  if (usesScript()) expect(await wrongFor(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0);
}

test('an operator turns two-step sign-in on, and signs in with a code of the app', async ({ page, site }, {
  project,
}) => {
  const email = `two-steps-${project.name.replaceAll(/\W+/g, '-')}@example.com`;
  const account = { email, password: 'desk!and!chair' };
  await makeOperator(site, account);
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/login?redirectTo=/profile/security');
  await signIn();
  await page.getByRole('main').getByRole('link', { name: 'Two-step sign-in' }).click();
  const shownSecret = async (): Promise<string> =>
    ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const secret = await shownSecret();
  await page.getByLabel('Code', { exact: true }).fill(generateWrongCode(secret));
  await page.getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong/);
  expect(await shownSecret()).toBe(secret);
  await expectSound(page);
  // The code after this one is still unused for the sign-in.
  await page.getByLabel('Code', { exact: true }).fill(generateCode(secret, 1));
  await page.getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('status').getByText('Two-step sign-in is on.')).toBeVisible();
  await expect(page.getByRole('listitem').locator('code')).toHaveCount(10);
  await expectSound(page);

  await page.goto('/main');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('status').getByText('You are signed out.')).toBeVisible();

  await page.goto('/login?redirectTo=/dashboard');
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(generateWrongCode(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has already been used\./);
  await expect(page.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?mode=code&redirectTo=%2Fdashboard$/);
  await expectSound(page);
  await code.fill(generateCode(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('status').getByText('You are signed in.')).toBeVisible();
});
