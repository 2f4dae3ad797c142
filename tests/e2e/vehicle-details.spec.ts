import { expect, test } from './site-test';

test('from a list to the details, through the pictures, and back to the previous page @also-without-script', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/browse?brand=Royal+Enfield');
  await page.getByRole('link', { name: 'Royal Enfield Classic 350', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Royal Enfield Classic 350');
  await expect(page.getByRole('img', { name: 'in Madras Red' })).toBeVisible();

  const pictures = page.getByRole('navigation', { name: 'Pictures' });
  await pictures.getByRole('link', { name: 'Next picture' }).click();
  await expect(page).toHaveURL('/vehicle-details?vehicle=1&image=2');
  await expect(page.getByRole('img', { name: 'in Jodhpur Blue' })).toBeVisible();
  await pictures.getByRole('link', { name: 'Medallion Bronze' }).click();
  await expect(pictures.getByRole('link', { name: 'Medallion Bronze' })).toHaveAttribute('aria-current', 'true');
  await pictures.getByRole('link', { name: 'Next picture' }).click();
  await expect(page.getByRole('img', { name: 'in Madras Red' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
  // Without a script the link back leads to the list that contains the vehicle.
  await expect(page).toHaveURL(javaScriptEnabled === false ? '/bikes' : '/browse?brand=Royal+Enfield');
});

test('opened directly, Back leads to the list that contains it', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=105');
  await page.getByRole('main').getByRole('link', { name: 'Second Hand Bikes' }).first().click();
  await expect(page).toHaveURL('/bikes?stock=used');
});

test('a booking is confirmed in place, and a comparison begins', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=6');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/vehicle-details?vehicle=6');
  await expect(
    page.getByRole('status').filter({ hasText: 'Booking process for TVS Jupiter 110 initiated!' }),
  ).toBeVisible();
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  await compare.click();
  await expect(compare).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Remove TVS Jupiter 110' })).toBeVisible();
});

test('an upcoming vehicle can be enquired about, not ridden or booked', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=9');
  await expect(page.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Schedule Test Ride' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Enquire Now' }).click();
  await expect(page).toHaveURL(/\/contact\?subject=Enquiry%3A\+Royal\+Enfield\+Himalayan\+750&category=sales&about=9$/);
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Enquiry: Royal Enfield Himalayan 750');
});

test('the page prints its content without controls', async ({ page }) => {
  await page.goto('/vehicle-details?vehicle=105');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Condition' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enquire Now' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Second hand, near it in price' })).toBeHidden();
});
