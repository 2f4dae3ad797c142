import type { Page } from 'playwright/test';

/** Controls that a person can fill in and see again; those that are hidden, disabled or secret are left out. */
const controls =
  'main :is(input, select, textarea):not([type=hidden], [type=password], [type=file], [tabindex="-1"], :disabled)';

/**
 * Enters something else in every control of the page that a person can fill in.
 *
 * @returns what each control has now, by its name; choices by name and value
 */
export async function enterAll(page: Page): Promise<Record<string, string>> {
  await page.locator(controls).evaluateAll((elements) => {
    for (const element of elements) {
      if (!element.checkVisibility()) continue;
      if (element instanceof HTMLSelectElement) element.selectedIndex = element.options.length - 1;
      else if (element instanceof HTMLTextAreaElement) element.value = 'typed lines';
      else if (!(element instanceof HTMLInputElement)) continue;
      else if (['radio', 'checkbox'].includes(element.type)) {
        if (!element.checked) element.click();
        continue;
      } else if (element.type === 'date') element.value = '2031-05-06';
      else element.value = element.type === 'number' || element.inputMode ? '17' : `typed ${element.type}`;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    }
  });
  return readAll(page);
}

/** What each control that a person can fill in has now, as `enterAll` returns it. */
export const readAll = (page: Page): Promise<Record<string, string>> =>
  page.locator(controls).evaluateAll((elements) =>
    Object.fromEntries(
      elements.map((element) => {
        if (element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type))
          return [`${element.name}=${element.value}`, String(element.checked)];
        return [element.getAttribute('name'), 'value' in element ? String(element.value) : ''];
      }),
    ),
  );
