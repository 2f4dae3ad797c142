import { spawnSync } from 'node:child_process';
import { expect, test } from './site-test';

const account = { email: 'reports@example.com', password: 'desk!desk' };

test('a listing is reported without an account, and an operator finds it first and dismisses it', async ({
  page,
  site,
}, { project }) => {
  spawnSync(process.execPath, ['build/server/operator.js', account.email], {
    env: { ...process.env, DATABASE_PATH: site.databasePath, OPERATOR_PASSWORD: account.password },
  });
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

  await page.goto('/dashboard?tab=desk&show=listing');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('region', { name: 'Reported' }).getByRole('link', { name }).click();
  await expect(page.getByText('The photo is of another one.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss reports' }).click();
  await expect(page.getByText('Done, and written in the log.')).toBeVisible();
  await page.goto('/dashboard?tab=desk&show=listing');
  await expect(page.getByRole('region', { name: 'Reported' })).toHaveCount(0);
});
