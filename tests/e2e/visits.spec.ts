import type { Page } from 'playwright/test';
import { expect, test } from './site-test';

/** Chooses a day, from 0 for today, and its time from 11 to 1. */
async function chooseTime(page: Page, ahead: number): Promise<void> {
  await page.locator('label[for^=day]').nth(ahead).click();
  await page
    .getByRole('radio', { name: /^11 am to 1 pm/ })
    .and(page.locator(':visible'))
    .check();
}

test('a visitor requests a test ride, an operator confirms and replies, the visitor moves and cancels it', async ({
  page,
  browser,
  operatorCookies,
}, { project }) => {
  const name = `Meera ${project.name.replaceAll(', ', ' ')}`;
  await page.goto('/appointments/new');
  await page.getByLabel('Vehicle').selectOption({ label: 'Royal Enfield Classic 350' });
  await chooseTime(page, 3);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone').fill('98200 12345');
  await page.getByRole('button', { name: 'Request visit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We have your request' })).toBeVisible();
  const visit = page.url();

  const desk = await browser.newContext({ javaScriptEnabled: !project.name.includes('script off') });
  await desk.addCookies(operatorCookies);
  const operators = await desk.newPage();
  await operators.goto(new URL('/desk/customers?kind=appointment', visit).href);
  await operators.getByRole('link', { name }).click();
  await operators.getByText(`About ${name}`).click();
  await operators.locator('summary').filter({ hasText: 'Status' }).click();
  await operators.getByRole('button', { name: /^(Confirm|Make it confirmed)$/ }).click();
  await expect(operators.getByRole('button', { name: /^(Confirm|Make it confirmed)$/ })).toHaveCount(0);
  await operators.getByLabel(`Answer to ${name}`).fill('Please bring your driving licence.');
  await operators.getByRole('button', { name: /^Send(, keep)?$/ }).click();
  await expect(operators.getByText('Please bring your driving licence.')).toBeVisible();

  await page.goto('/messages');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Test ride: Royal Enfield Classic 350' })
    .getByRole('link')
    .click();
  await expect(page.getByText('Please bring your driving licence.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('I will. Is there parking?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('I will. Is there parking?')).toBeVisible();
  await operators.reload();
  await expect(operators.getByText('I will. Is there parking?')).toBeVisible();

  await page.getByRole('link', { name: 'Test ride: Royal Enfield Classic 350' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit is confirmed' })).toBeVisible();
  await page.getByText('Change time').click();
  await chooseTime(page, 5);
  await page.getByRole('button', { name: 'Move the visit' }).click();
  await expect(page.getByText('Your visit is moved.')).toBeVisible();
  await expect(page.getByText(/^Moved by you on /)).toBeVisible();
  await page.getByText('Cancel visit').click();
  await page.getByRole('button', { name: 'Cancel this visit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This visit is cancelled' })).toBeVisible();
  await desk.close();
});

test('the script reports missing fields of a visit and a message, without a page load', async ({ page }) => {
  await page.goto('/appointments/new');
  await page.locator('html[data-checks]').waitFor();
  await page.getByRole('button', { name: 'Request visit' }).click();
  const errors = page.locator('[role=alert] a');
  await expect(errors).toHaveText([
    'Please choose a day',
    'Please choose a time',
    'Name is required',
    'Phone is required',
  ]);
  await expect(page.getByRole('alert')).toBeFocused();
  await chooseTime(page, 6);
  await expect(errors).toHaveText(['Name is required', 'Phone is required']);
  await page.getByLabel('Name').fill('Meera');
  await page.getByLabel('Phone').fill('98200 12345');
  await page.getByRole('button', { name: 'Request visit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We have your request' })).toBeVisible();

  await page.getByText('Change time').click();
  await page.locator('html[data-checks]').waitFor();
  await page.getByRole('button', { name: 'Move the visit' }).click();
  await expect(errors).toHaveText(['Please choose a day', 'Please choose a time']);

  await page.goto(page.url().replace('/appointment?', '/conversation?'));
  await page.locator('html[data-checks]').waitFor();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message is required').last()).toBeVisible();
  await expect(page.getByRole('alert')).toBeFocused();
  for (const words of ['Is there parking?', 'And a place for the helmet?']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
    await page.locator('html[data-checks]').waitFor();
  }
});
