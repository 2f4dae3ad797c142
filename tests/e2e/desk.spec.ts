import { expect, test } from './site-test';

test('an operator finds a message, changes its status and tags it; hides a listing and reads the log @desk @also-without-script', async ({
  page,
  operator,
}, { project }) => {
  const subject = `A ride (${project.name})`;
  await page.request.post('/api/contacts', {
    data: { name: 'Asha', email: 'asha@example.com', subject, message: 'On Saturday, please.' },
  });
  const name = `Jawa 42 ${project.name.replaceAll(', ', ' ')}`;
  await page.request.post('/api/bikes', {
    data: {
      name,
      brand: 'Jawa',
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

  await page.goto('/dashboard?tab=desk');
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: subject }).click();
  await page.getByLabel('Status').selectOption('in-progress');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Done, and written in the log.')).toBeVisible();
  await page.getByLabel('Another tag').fill('call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByRole('button', { name: 'Remove tag call back' })).toBeVisible();

  await page.getByRole('link', { name: /^Listings/ }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('link', { name: 'Reason is required' })).toBeVisible();
  await page.getByLabel('Reason').fill('Sold elsewhere');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText(`${name}: hidden (“Sold elsewhere”)`)).toBeVisible();
  await page.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { name })).toHaveCount(0);
});
