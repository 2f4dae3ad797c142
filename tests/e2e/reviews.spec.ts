import type { Page } from 'playwright/test';
import { wrongFor } from './axe';
import { expect, test, usesScript } from './site-test';

let made = 0;

/** Creates an account and signs in with it on the screen that requires it. */
async function signInHere(page: Page, name: string): Promise<void> {
  made += 1;
  const email = `rider-${name.toLowerCase()}-${process.pid}-${made}@example.com`;
  const signedUp = await page.request.post('/api/auth/signup', { data: { name, email, password: 'secret!kite' } });
  expect(signedUp.status()).toBe(201);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('secret!kite');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a rider signs in, reviews, changes and deletes; another marks it as helpful', async ({
  page,
  browser,
  baseURL,
}) => {
  const vehicle = '2';
  const reviews = page.getByRole('region', { name: 'Reviews', exact: true });
  await page.goto(`/vehicle-details?vehicle=${vehicle}`);
  await page.getByRole('link', { name: 'Sign in to write a review' }).click();
  await signInHere(page, 'Asha');
  await expect(page).toHaveURL(new RegExp(`vehicle=${vehicle}&review=write#review$`));

  await reviews.getByText('4 stars', { exact: true }).click();
  await reviews.getByLabel('Title').fill('Calm');
  await reviews.getByLabel('Comment').fill('   ');
  await reviews.getByRole('button', { name: 'Post review' }).click();
  await expect(page.getByRole('alert')).toContainText('Comment is required');
  await expect(reviews.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await expect(reviews.getByLabel('Title')).toHaveValue('Calm');
  if (usesScript()) expect(await wrongFor(page, { within: '#reviews' })).toEqual([]);
  await reviews.getByLabel('Comment').fill('It never hurries.');
  await reviews.getByRole('button', { name: 'Post review' }).click();
  await expect(page.getByText('Thank you. Your review is on the page.')).toBeVisible();
  const yours = reviews.getByRole('article', { name: 'Your review' });
  await expect(yours).toContainText('It never hurries.');

  await yours.getByRole('link', { name: 'Edit review' }).click();
  await reviews.getByLabel('Comment').fill('It never hurries, and nor do I.');
  await reviews.getByRole('button', { name: 'Save changes' }).click();
  await expect(yours).toContainText('nor do I.');

  const context = await browser.newContext({ baseURL, javaScriptEnabled: usesScript() });
  const other = await context.newPage();
  await other.goto(`/login?redirectTo=${encodeURIComponent(`/vehicle-details?vehicle=${vehicle}#reviews`)}`);
  await signInHere(other, 'Ravi');
  await other.getByRole('button', { name: 'Helpful review by Asha' }).click();
  await expect(other.getByText('You marked it as helpful.')).toBeVisible();
  await context.close();

  await page.goto('/main?tab=reviews');
  await expect(page.getByRole('region', { name: 'The latest reviews by riders' })).toContainText('nor do I.');
  await page.goto('/profile/reviews');
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
  await expect(yours).toContainText('1 found this helpful');
  await yours.getByRole('link', { name: 'Delete review' }).click();
  await expect(yours).toContainText('Delete your review? It disappears for everybody.');
  if (usesScript()) expect(await wrongFor(page, { within: '#reviews' })).toEqual([]);
  await yours.getByRole('button', { name: 'Delete this review' }).click();
  await expect(page.getByText('Your review has been deleted.')).toBeVisible();
  await expect(reviews.getByRole('link', { name: 'Write a review' })).toBeVisible();
});
