import type { Page } from 'playwright/test';
import { expect, test } from './site-test';

let made = 0;

/** Creates an account on any screen that requires signing in. */
async function signUp(page: Page): Promise<void> {
  made += 1;
  await page.request.post('/api/auth/signup', {
    data: { name: 'Uma Rao', email: `uma-${process.pid}-${made}@example.com`, password: 'secret!kite' },
  });
  await page.getByLabel('Email').fill(`uma-${process.pid}-${made}@example.com`);
  await page.getByLabel('Password').fill('secret!kite');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Uma Rao');
  await page.getByLabel('Phone number').fill('98765 43210');
  await page.getByLabel('Email', { exact: true }).fill('uma@example.com');
  await page.getByLabel('Brand').fill('Hero');
}

test('a visitor fills in the form, signs in, finds it restored, books, changes and cancels', async ({ page }) => {
  await page.goto('/service');
  await page.getByRole('link', { name: 'Book Premium Care' }).click();
  await fillIn(page);
  await page.getByRole('button', { name: 'Book Service' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signUp(page);
  await expect(page).toHaveURL(/\/service/);
  await expect(page.getByLabel('Brand')).toHaveValue('Hero');
  await expect(page.getByRole('radio', { name: 'Premium Care' })).toBeChecked();
  await page.getByRole('button', { name: 'Book Service' }).click();
  await expect(page.getByText('Service request submitted successfully! We will contact you soon.')).toBeVisible();
  const yours = page.getByRole('region', { name: 'Your service requests' });
  await expect(yours).toContainText('Pending');

  await yours.getByRole('link', { name: 'Change Premium Care' }).click();
  await page.getByLabel('Model').fill('Splendor');
  await page.getByLabel('Year').fill('2018-2020');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // A year that can be read as two is chosen by a button, which saves the rest too.
  await page.getByRole('button', { name: '2020', exact: true }).click();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  await expect(yours).toContainText('Hero Splendor');

  await yours.getByRole('button', { name: 'Cancel Premium Care' }).click();
  await expect(page.getByText('Your service request has been cancelled.')).toBeVisible();
  await expect(yours).toContainText('Cancelled');
});

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'what only shortens the way');

  test('missing fields are reported before anything is sent, and a lost connection keeps the form values', async ({
    page,
    context,
  }) => {
    await page.goto('/service');
    await page.getByLabel('Brand').fill('Hero');
    await page.getByRole('button', { name: 'Book Service' }).click();
    const summary = page.getByRole('alert');
    for (const message of [
      'Please select a service type',
      'Name is required',
      'Phone number is required',
      'Email is required',
    ]) {
      await expect(summary).toContainText(message);
    }
    await page.getByText('Quick Service', { exact: true }).last().click();
    await fillIn(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Book Service' }).click();
    await expect(summary).toContainText('Network error: Please check your internet connection');
    await expect(page.getByLabel('Brand')).toHaveValue('Hero');
  });
});
