import type { Locator, Page } from 'playwright/test';

/** Opens the part of the sell form that has a field, where a script shows one part at a time. */
export async function openPart(field: Locator): Promise<Locator> {
  const id = await field.first().evaluate((element) => {
    const form = element.closest('.one-part');
    const part = element.closest('.model-first') ? form : element.closest('.form-section');
    return form ? part?.querySelector('.form-section legend, legend')?.id : undefined;
  });
  if (id) await field.page().locator(`.form-steps [href="#${id}"]`).click();
  return field;
}

/** Presses the button that sends the sell form, which is in the last part. */
export async function sendForm(page: Page, name: string): Promise<void> {
  await openPart(page.locator('#license'));
  await page.getByRole('button', { name, exact: true }).click();
}
