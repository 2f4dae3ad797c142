import type { Page } from 'playwright/test';
import { shine } from '../support/sample-content';
import { alsoOnDesk, expect, test } from './site-test';

const bike = { ...shine, name: 'Shine of a stranger' };

async function write(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Bala K');
  await page.getByLabel('Email', { exact: true }).fill('bala@example.com');
  await page.getByLabel('Phone').fill('98765 43210');
  await page.getByLabel('Message', { exact: true }).fill('May I see it on Saturday?');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('a buyer and a seller without accounts exchange messages, and share a phone', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const listed = await page.request.post('/api/bikes', { data: bike });
  const { data } = await listed.json();

  await page.goto(`/sell-bikes?listing=${data.id}`);
  await page.getByRole('link', { name: 'Contact Seller' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Seller' })).toBeVisible();
  await expect(page.locator('[name=subject]')).toHaveValue('Enquiry: Shine of a stranger');
  await write(page);
  await expect(page.getByRole('status')).toContainText('Your message has been sent to the seller.');
  await expect(page.getByRole('heading', { name: 'Your private link' })).toBeVisible();
  const link = page.url();

  const context = await browser.newContext({ baseURL, javaScriptEnabled });
  const seller = await context.newPage();
  await seller.goto('/manage');
  await seller.getByRole('textbox', { name: 'Code' }).fill(data.manageKey);
  await seller.getByRole('button', { name: 'Open my listings' }).click();
  await expect(seller.getByText('1 new')).toBeVisible();
  await seller.getByRole('link', { name: 'Messages of 1 buyer' }).click();
  await seller.getByRole('link', { name: 'Bala K' }).click();
  await expect(seller.getByText('May I see it on Saturday?')).toBeVisible();
  await expect(seller.getByText('98765 43210')).toHaveCount(0);
  await seller.getByRole('textbox', { name: 'Message' }).fill('Yes, at ten.');
  await seller.getByRole('button', { name: 'Send Message' }).click();
  await expect(seller.getByText('Yes, at ten.')).toBeVisible();

  await page.goto('/browse');
  await expect(page.getByText('1 unread message').first()).toBeAttached();
  await page.goto('/messages');
  const row = page.getByRole('listitem').filter({ hasText: bike.name });
  await expect(row).toContainText('1 new');
  // The whole row is a link, not only the name.
  await row.getByText('Yes, at ten.').click({ force: true });
  await expect(page).toHaveURL(/\/conversation\?id=/);
  await page.getByRole('link', { name: 'Messages' }).last().click();
  await expect(row).not.toContainText('1 new');

  await page.goto(link);
  await expect(page.getByText('Yes, at ten.')).toBeVisible();
  await page.getByText('Share my phone or email').click();
  await page.getByRole('button', { name: 'Share my phone' }).click();
  await expect(page.getByRole('button', { name: 'Stop sharing my phone' })).toBeVisible();
  await seller.reload();
  await expect(seller.getByText('98765 43210')).toBeVisible();
  await expect(seller.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+919876543210');
  await context.close();
});

for (const tag of alsoOnDesk)
  test(`the safety advice on another user’s vehicle is below its actions, and unfolds${tag}`, async ({ page }) => {
    const { data } = await (await page.request.post('/api/bikes', { data: bike })).json();
    await page.context().clearCookies();
    await page.goto(`/vehicle-details?vehicle=${data.id}`);
    const main = await page.getByRole('main').getByRole('link', { name: 'Contact Seller' }).first().boundingBox();
    const heading = page.getByRole('heading', { name: 'Stay safe' });
    const advice = await heading.boundingBox();
    if (!main || !advice) throw new Error('not shown');
    expect(advice.y).toBeGreaterThanOrEqual(main.y + main.height);
    await heading.click();
    await expect(page.getByText(/^Pay /).first()).toBeVisible();
  });
