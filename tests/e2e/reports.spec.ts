import type { Cookie, Page } from 'playwright/test';
import { shine } from '../support/sample-content';
import { expect, test } from './site-test';

/** Opens a page that only operators may see, as one of them. */
async function enterDesk(page: Page, operatorCookies: Cookie[], path: string): Promise<void> {
  await page.context().addCookies(operatorCookies);
  await page.goto(path);
}

test('a listing is reported without an account, and an operator finds it first and dismisses it', async ({
  page,
  operatorCookies,
}, { project }) => {
  const name = `Yezdi Roadster ${project.name.replaceAll(', ', ' ')}`;
  const listed = await page.request.post('/api/bikes', {
    data: {
      name,
      brand: 'Yezdi',
      year: 2022,
      type: 'Petrol',
      daysUsed: 900,
      condition: 'Good',
      mileage: 35,
      topSpeed: 120,
      presentPrice: 152_000,
      pastPrice: 194_000,
      license: 'MH 12 AB 1234',
    },
  });
  const { data } = await listed.json();

  await page.goto(`/vehicle-details?vehicle=${data.id}`);
  await page.getByRole('link', { name: 'Report this listing' }).click();
  await expect(page.getByRole('heading', { name: 'Report this listing', level: 1 })).toBeVisible();
  await page.getByLabel('Something else').check();
  await page.getByLabel('Tell us more').fill(' ');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('link', { name: 'Please say what is wrong' })).toBeVisible();
  await expect(page.getByLabel('Something else')).toBeChecked();
  await page.getByLabel('Tell us more').fill('The photo is of another one.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you for your report.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`vehicle=${data.id}`));

  await enterDesk(page, operatorCookies, '/desk/stock/riders?state=reported');
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('The photo is of another one.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect(page.getByText('Done, and written in the log.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Riders’' }).click();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('a conversation is reported by its private link; an operator opens it with a reason and ends it', async ({
  page,
  operator,
  operatorCookies,
}, { project }) => {
  const listed = await page.request.post('/api/bikes', {
    data: { ...shine, name: 'Shine of a stranger' },
  });
  const { data: listing } = await listed.json();
  const subject = `Still there? (${project.name})`;
  const message = { name: 'Bala K', email: 'bala@example.com', subject, message: 'May I see it on Saturday?' };
  const sent = await page.request.post('/api/contacts', { data: { ...message, about: listing.id } });
  const { data } = await sent.json();

  await page.goto(data.conversation);
  await page
    .getByText(/^Report /)
    .first()
    .click();
  await page.getByRole('link', { name: 'Report this conversation' }).click();
  await expect(page.getByLabel('Sold already')).toHaveCount(0);
  await page.getByLabel('Fraud').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you for your report.')).toBeVisible();
  await expect(page).toHaveURL(data.conversation);

  await enterDesk(page, operatorCookies, '/desk/customers/reports');
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByText('May I see it on Saturday?')).toHaveCount(0);
  await page.getByLabel('Your password').fill(operator.password);
  await page.getByRole('button', { name: 'Open and read' }).click();
  await expect(page.getByRole('link', { name: 'Reason is required' })).toBeVisible();
  await page.getByLabel('Reason').fill('Report of fraud');
  await page.getByRole('button', { name: 'Open and read' }).click();
  await expect(page.getByText('May I see it on Saturday?')).toBeVisible();
  await page.getByLabel('Reason').fill('Fraud');
  await page.getByRole('button', { name: 'End conversation' }).click();
  await expect(page.getByText('May I see it on Saturday?')).toHaveCount(0);
  await page.goto(data.conversation);
  await expect(page.getByText('We ended this conversation', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCount(0);
});
