import { expect, test } from './site-test';

let made = 0;

test('a visitor writes, signs in, finds the form restored, sends it, changes it and deletes it', async ({ page }) => {
  made += 1;
  const email = `fay-${process.pid}-${made}@example.com`;
  await page.request.post('/api/auth/signup', { data: { name: 'Fay Roy', email, password: 'secret!kite' } });
  await page.goto('/feedback');
  await page.getByText('Suggestion', { exact: true }).first().click();
  await page.getByText('4 stars', { exact: true }).click();
  await page.getByLabel('Subject').fill('More shade');
  await page.getByLabel('Message').fill('At the test track.');
  await page.getByRole('button', { name: 'Submit Feedback' }).click();

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('secret!kite');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('More shade');
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText('Thank you for your feedback! We appreciate your input.')).toBeVisible();

  const history = page.locator('details').first();
  await expect(history).toContainText('Open');
  await page.getByRole('link', { name: 'Change More shade' }).click();
  await page.getByLabel('Subject').fill('Much more shade');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(history).toContainText('Much more shade');
  await page.getByRole('button', { name: 'Delete Much more shade' }).click();
  await expect(page.getByText('You have not given feedback yet.')).toBeVisible();
});

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'what only shortens the way');

  test('missing fields are reported before anything is sent', async ({ page }) => {
    await page.goto('/feedback');
    await page.getByRole('button', { name: 'Submit Feedback' }).click();
    for (const message of [
      'Please select a feedback type',
      'Please provide a rating',
      'Subject is required',
      'Message is required',
    ]) {
      await expect(page.getByRole('alert')).toContainText(message);
    }
  });
});
