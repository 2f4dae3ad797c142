import type { Page } from 'playwright/test';
import { expect, test } from './site-test';

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com');
  await page.getByLabel('Subject').fill('A test ride');
  await page.getByLabel('Message', { exact: true }).fill('May I come by on Saturday?');
}

test('a message about a vehicle is sent, and its reference number shown', async ({ page }) => {
  await page.goto('/contact?about=1');
  await expect(page.getByLabel('Subject')).toHaveValue('Enquiry: Royal Enfield Classic 350');
  await expect(page.getByLabel('Category')).toHaveValue('sales');
  await expect(page.getByRole('link', { name: 'Royal Enfield Classic 350' })).toBeVisible();
  await fillIn(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const reported = page.getByRole('status').filter({ hasText: 'sent successfully' });
  await expect(reported).toContainText("Your message has been sent successfully! We'll get back to you soon.");
  await expect(reported).toContainText(/Your reference number is [0-9A-F]{4}-[0-9A-F]{4}\./);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
});

test('an invalid phone number is reported beside it, and all form values are kept', async ({ page }) => {
  await page.goto('/contact');
  await fillIn(page);
  await page.getByLabel('Phone').fill('012 345');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toContainText('Please fix the validation errors above');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('May I come by on Saturday?');
  await page.getByRole('link', { name: 'Please enter a valid phone number' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('98765 43210');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
});

test('questions expand to show their answers', async ({ page }) => {
  await page.goto('/contact#faq');
  const response = page.getByText('By bank transfer, UPI or card');
  await expect(response).toBeHidden();
  await page.getByText('How can I pay for a vehicle?').click();
  await expect(response).toBeVisible();
});

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'what only shortens the way');

  test('a field is validated when it loses focus, and its error removed on the next edit', async ({ page }) => {
    await page.goto('/contact');
    await page.getByLabel('Name').fill('A');
    await page.getByLabel('Email', { exact: true }).focus();
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
    await page.getByLabel('Name').fill('As');
    await expect(page.getByText('Name must be at least 2 characters')).toHaveCount(0);
    // As in Safari, where a pressed button does not get the focus: nothing may move under the finger.
    await page.getByLabel('Name').fill('A');
    const send = page.getByRole('button', { name: 'Send Message' });
    await send.evaluate((button) =>
      button.addEventListener('mousedown', (event) => {
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }),
    );
    await send.hover();
    await page.mouse.down();
    await expect(page.getByLabel('Name')).not.toBeFocused();
    await expect(page.getByText('Name must be at least 2 characters')).toHaveCount(0);
    await page.mouse.up();
    await expect(page.getByText('Name must be at least 2 characters')).not.toHaveCount(0);
    await page.getByLabel('Name').fill('As');
    await page.getByLabel('Message', { exact: true }).fill('Hello');
    await expect(page.getByText('5/2000')).toBeVisible();
    // An emoji is one character, as on the server.
    await page.getByLabel('Message', { exact: true }).fill('Hello 🏍');
    await expect(page.getByText('7/2000')).toBeVisible();
  });

  test('an empty form is not sent, and shows the errors of every field', async ({ page }) => {
    await page.goto('/contact');
    await page.getByLabel('Name').fill(' ');
    await page.getByRole('button', { name: 'Send Message' }).click();
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    for (const message of [
      'Please fix the validation errors above',
      'Name is required',
      'Email is required',
      'Subject is required',
      'Message is required',
    ]) {
      await expect(summary).toContainText(message);
    }
  });

  test('while it is sent the form is disabled, and its button shows it', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page);
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/contact?_data=*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send Message' }).click();
    const button = page.getByRole('button', { name: 'Sending...' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByLabel('Subject')).toBeDisabled();
    send();
    await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    await expect(page.getByLabel('Subject')).toBeEnabled();
  });

  test('a lost connection keeps the message, ready to be sent again', async ({ page, context }) => {
    await page.goto('/contact');
    await fillIn(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toContainText('Network error: Please check your internet connection');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
  });
});
