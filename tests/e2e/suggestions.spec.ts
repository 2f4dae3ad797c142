import { expect, test, waitUntilReady } from './site-test';

test('a search is suggested while it is typed, chosen with the keyboard and sent', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts the field is as it was');
  await page.goto('/browse?kind=new');
  await waitUntilReady(page);
  await page.getByRole('searchbox', { name: 'Search by name or brand' }).focus();
  const field = page.getByRole('combobox', { name: 'Search by name or brand' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const selected = page.locator('[role=option][aria-selected=true]');
  await expect(field).toHaveAttribute('aria-expanded', 'false');

  await field.pressSequentially('hond');
  await expect(options.first()).toHaveText(/^HondaBrand · \d+ from ₹[\d,]+$/);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(selected).toHaveText(/^Honda Shine/);
  const chosen = await selected.getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', chosen ?? 'none');
  await field.press('ArrowUp');
  await expect(selected).toHaveText(/^HondaBrand/);

  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue('hond');
  await expect(field).toHaveAttribute('aria-expanded', 'false');

  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(selected).toHaveText(/^HondaBrand/);
  await field.press('Escape');

  await field.press('Backspace');
  await expect(options.first()).toHaveText(/^Honda/);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/browse\?kind=new&q=Honda$/);
});

test('a suggestion in another script is clicked', async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'without scripts the field is as it was');
  await page.goto('/browse?kind=listing');
  await waitUntilReady(page);
  // Typed before the script of searches is there, too.
  await page.getByRole('searchbox', { name: 'Search by name or brand' }).pressSequentially('एक्टि');
  await page.getByRole('option', { name: /^Honda Activa ?Model/ }).click();
  await expect(page).toHaveURL('/browse?kind=listing&q=Honda+Activa');
});
