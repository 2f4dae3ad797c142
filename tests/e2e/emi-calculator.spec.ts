import { expect, test } from './site-test';

test('a case is entered, calculated, and restored from its URL', async ({ page }) => {
  await page.goto('/emi-calculator');
  await expect(page.locator('#result')).toContainText('₹3,636');
  await page.getByLabel('Vehicle Price').fill('1,84,000');
  await page.getByLabel('Loan Tenure').fill('12');
  await page.getByRole('radio', { name: /Zero Interest EMI/ }).check();
  await page.getByRole('button', { name: 'Calculate' }).click();
  await expect(page.locator('#result')).toContainText('₹13,667');
  await expect(page).toHaveURL(/tenure=12/);

  await page.reload();
  await expect(page.locator('#result')).toContainText('₹13,667');
  await expect(page.getByLabel('Vehicle Price')).toHaveValue('1,84,000');
  await expect(page.getByRole('radio', { name: /Zero Interest EMI/ })).toBeChecked();
});

test('a price that can be read as two is chosen by a link', async ({ page }) => {
  await page.goto('/emi-calculator?tenure=12');
  await page.getByLabel('Vehicle Price').fill('85.000');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByRole('link', { name: '₹85,000', exact: true }).click();
  await expect(page.getByLabel('Vehicle Price')).toHaveValue('85000');
  await expect(page.getByLabel('Loan Tenure')).toHaveValue('12');
});

test('a vehicle sets the price, and the buttons pass the figures on', async ({ page }) => {
  await page.goto('/emi-calculator?tenure=36');
  await page.getByRole('link', { name: 'Royal Enfield Classic 350' }).click();
  await expect(page.getByLabel('Vehicle Price')).toHaveValue('184000');
  await expect(page.getByLabel('Loan Tenure')).toHaveValue('36');
  await expect(page.getByText('Selected', { exact: true })).toBeVisible();
  await expect(page.locator('#result')).toContainText('₹5,177');
  await expect(page.getByRole('link', { name: 'Apply for Loan' })).toHaveAttribute(
    'href',
    /^\/contact\?subject=Loan.*EMI\+.*5%2C177&category=sales&about=1%2Cloan%3A[\d.-]+$/,
  );
  await expect(page).toHaveURL(/vehicle=1/);
});

test('the schedule opens at its own URL, and is a file as well', async ({ page }) => {
  await page.goto('/emi-calculator?tenure=6');
  await page.getByRole('link', { name: 'Show the schedule' }).click();
  await expect(page).toHaveURL(/schedule=1/);
  const months = page.getByRole('table').getByRole('row');
  await expect(months).toHaveCount(7);
  await expect(months.last()).toContainText(/0$/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as a spreadsheet' }).click();
  expect((await download).suggestedFilename()).toBe('emi-schedule.csv');
});

test('there is no link to apply if nothing is borrowed', async ({ page }) => {
  await page.goto('/emi-calculator?method=spot-purchase');
  await expect(page.getByRole('button', { name: 'Apply for Loan' })).toBeDisabled();
  await expect(page.locator('#result')).toContainText('5% cash discount');
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
});

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'what only shortens the way');

  test('figures follow the last change, and applying is disabled while they load', async ({ page }) => {
    const requested: unknown[] = [];
    await page.route('**/api/services/emi-calculator', async (route) => {
      requested.push(route.request().postDataJSON());
      await route.continue();
    });
    await page.goto('/emi-calculator');
    await page.getByLabel('Down Payment').fill('30000');
    await expect(page.getByRole('button', { name: 'Apply for Loan' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    await expect(page.getByRole('status').getByText('Calculating EMI...')).toBeVisible();
    await page.getByLabel('Down Payment').fill('50000');
    await expect(page.locator('#result')).toContainText('₹2,273');
    expect(requested.at(-1)).toEqual({ principal: 50_000, rate: 8.5, tenure: 24 });
    const before = requested.length;
    await expect(page.getByRole('link', { name: 'Apply for Loan' })).toBeVisible();
    await expect(page).toHaveURL(/downPayment=50000/);
    await page.getByRole('textbox', { name: 'Processing Fee' }).fill('2500');
    await expect(page.locator('#result')).toContainText('₹2,500');
    await page.waitForTimeout(600);
    expect(requested).toHaveLength(before);
  });

  test('without a response the browser calculates the result itself, with a notice', async ({ page, context }) => {
    await page.goto('/emi-calculator');
    await context.setOffline(true);
    await page.getByLabel('Loan Tenure').fill('12');
    await expect(page.getByRole('alert')).toContainText(
      'Network error: Please check your internet connection and ensure the backend server is running.',
    );
    await expect(page.locator('#result')).toContainText('₹6,978');
    await context.setOffline(false);
    await page.getByLabel('Loan Tenure').fill('24');
    await expect(page.locator('#result')).toContainText('₹3,636');
    await expect(page.getByRole('alert')).toHaveText('');
  });

  test('scripts also start in a browser that does not report its first paint', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'));
    await page.goto('/emi-calculator');
    await expect(page.locator('script[type=later]')).toHaveCount(0);
  });

  test('an invalid response counts as a failure', async ({ page }) => {
    await page.route('**/api/services/emi-calculator', (route) => route.fulfill({ json: { success: true } }));
    await page.goto('/emi-calculator');
    await page.getByLabel('Interest Rate').fill('0');
    await expect(page.getByRole('alert')).toContainText('Failed to calculate EMI. Please try again.');
    await expect(page.locator('#result')).toContainText('₹3,333');
  });

  test('invalid values are reported beside their fields at once', async ({ page }) => {
    await page.goto('/emi-calculator');
    await page.getByLabel('Down Payment').fill('200000');
    await expect(page.getByLabel('Down Payment')).toHaveAccessibleDescription(
      'Down Payment must not be more than the Vehicle Price',
    );
    await expect(page.locator('#result')).toContainText('Monthly EMI –');
    await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    await page.goto('/emi-calculator');
    await page.getByLabel('Loan Tenure').fill('x');
    // No bar at the bottom covers it.
    const error = page.getByText('Loan Tenure must be a number');
    await error.waitFor();
    await expect
      .poll(() =>
        error.evaluate((element) => {
          const { left, bottom } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 4, bottom - 4));
        }),
      )
      .toBe(true);
  });

  test('a rate that is not a number is rejected, even if the browser hides the input', async ({ page }) => {
    const message = 'Interest Rate must be a number such as 8.5';
    await page.goto('/emi-calculator?rate=8,5');
    await expect(page.getByLabel('Interest Rate')).toHaveValue('8,5');
    await expect(page.getByLabel('Interest Rate')).toHaveAccessibleDescription(/can mean 8.5 or 85/);
    await expect(page.locator('#result')).toContainText('Monthly EMI –');
    await page.goto('/emi-calculator');
    await page.getByLabel('Interest Rate').press('End');
    await page.getByLabel('Interest Rate').pressSequentially('e');
    await expect(page.getByLabel('Interest Rate')).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.locator('#result')).toContainText('Monthly EMI –');
  });
});
