import { expect, test } from './site-test';

test.describe('the slide show', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('advances by itself, and Pause stops it, by pointer and by keyboard', async ({ page }) => {
    await page.goto('/showroom');
    const banner = page.getByRole('region', { name: 'In the showroom now' });
    const running = () =>
      banner
        .locator('li > a')
        .first()
        .evaluate((slide) => getComputedStyle(slide).animationPlayState);
    const shown = banner.getByText('The classic shape, fresh colours');
    await expect(shown).toBeInViewport();
    await page.mouse.move(0, 0);
    await expect.poll(running).toBe('running');
    await banner.locator('label').click();
    await expect(banner.getByRole('checkbox', { name: 'Pause' })).toBeChecked();
    await expect.poll(running).toBe('paused');
    await banner.getByRole('checkbox', { name: 'Pause' }).press('Space');
    await expect.poll(running).toBe('running');
  });

  test('shows the slide that has the focus, and no other', async ({ page }) => {
    await page.goto('/showroom');
    const banner = page.getByRole('region', { name: 'In the showroom now' });
    await banner.getByRole('checkbox').focus();
    for (const name of ['Royal Enfield Classic 350', 'Bajaj Chetak 3501', 'Suzuki V-Strom SX']) {
      await page.keyboard.press('Tab');
      const link = banner.getByRole('link', { name });
      await expect(link).toBeFocused();
      const visible = await banner
        .locator('li > a')
        .evaluateAll((slides) =>
          slides.filter((slide) => getComputedStyle(slide).scale !== '0').map((slide) => slide.textContent),
        );
      expect(visible).toEqual([expect.stringContaining(name)]);
    }
  });

  test('only drawings fade: text has its full contrast at any time', async ({ page }) => {
    await page.goto('/showroom');
    const faded = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const fades = effect instanceof KeyframeEffect && effect.getKeyframes().some((frame) => 'opacity' in frame);
        return fades ? [effect.target?.tagName] : [];
      }),
    );
    expect(new Set(faded)).toEqual(new Set(['svg']));
  });

  test('the visible slide is the one that receives clicks', async ({ page }) => {
    await page.goto('/showroom');
    await page.getByRole('link', { name: 'Royal Enfield Classic 350' }).first().click();
    await expect(page).toHaveURL('/vehicle-details?vehicle=1');
  });

  test('is a strip to scroll by hand with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/showroom');
    const banner = page.getByRole('region', { name: 'In the showroom now' });
    await expect(banner.getByText('The classic shape, fresh colours')).toBeInViewport();
    await expect(banner.getByRole('checkbox')).toBeHidden();
    const last = banner.getByRole('link', { name: 'Bajaj Dominar 250' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });
});

test('accessories are added to the enquiry list and removed, keeping the scroll position', async ({ page }) => {
  await page.goto('/accessories');
  const helmets = page.getByRole('region', { name: 'Helmets' });
  const list = page.getByRole('region', { name: 'Enquiry list' });
  await expect(list.getByText('Nothing here yet.')).toBeVisible();

  await helmets.getByRole('button', { name: 'Add Commuter Full Face' }).click();
  const added = helmets.getByRole('button', { name: 'Added Commuter Full Face' });
  await expect(added).toHaveAttribute('aria-pressed', 'true');
  await expect(added).toBeInViewport();
  await page.getByRole('button', { name: 'Add Gel Seat Cushion' }).click();
  await expect(page.getByRole('link', { name: 'Enquiry list 2' })).toBeVisible();
  await expect(list.getByText('₹3,298')).toBeVisible();

  await list.getByRole('button', { name: 'Remove Commuter Full Face' }).click();
  await expect(page.getByRole('link', { name: 'Enquiry list 1' })).toBeVisible();
  await expect(helmets.getByRole('button', { name: 'Add Commuter Full Face' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(list.getByRole('link', { name: 'Enquire Now' })).toHaveAttribute('href', /about=accessory%3Aother-6$/);

  await page.reload();
  await expect(page.getByRole('link', { name: 'Enquiry list 1' })).toBeVisible();
  await list.getByRole('button', { name: 'Clear the list' }).click();
  await expect(list.getByText('Nothing here yet.')).toBeVisible();
});

test('with scripts, adding reloads no page, keeps the focus, and quick presses all count', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'this is the short way, for browsers with scripts');
  await page.goto('/accessories');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await page.evaluate(() => {
    for (const id of ['helmet-1', 'tool-kit-1', 'other-1']) {
      document.querySelector<HTMLButtonElement>(`[value="${id}"]`)?.click();
    }
  });
  await expect(page.getByRole('link', { name: 'Enquiry list 3' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Add Mesh Riding Jacket' });
  await expect(button).toBeHidden();
  await page.getByRole('button', { name: 'Add Knuckle-Guard Gloves' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Added Knuckle-Guard Gloves' })).toBeFocused();
  expect(loads).toEqual([]);
});

test('a browser that cannot construct stylesheets sends the form instead', async ({ context }) => {
  // Not the page of the fixture, which rejects the error of the script.
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.CSSStyleSheet = new Proxy(CSSStyleSheet, {
      construct: () => {
        throw new TypeError('Illegal constructor');
      },
    });
  });
  await page.goto('/accessories');
  await page.getByRole('button', { name: 'Add Junior Rider' }).click();
  await expect(page.getByRole('button', { name: 'Added Junior Rider' })).toBeVisible();
  await page.close();
});

test('after a lost connection the enquiry list shows an error and can be tried again', async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'without scripts the browser shows its own error');
  await page.goto('/accessories');
  await context.setOffline(true);
  const button = page.getByRole('button', { name: 'Add Junior Rider' });
  await button.click();
  await expect(page.getByRole('status')).toContainText('Network error');
  await context.setOffline(false);
  await button.click();
  await expect(page.getByRole('button', { name: 'Added Junior Rider' })).toBeVisible();
});

test('insurance links down to its plans, and a plan to the contact form', async ({ page }) => {
  await page.goto('/insurance');
  await page.getByRole('link', { name: 'See plans' }).click();
  await expect(page).toHaveURL('/insurance#plans');
  await expect(page.getByRole('heading', { name: 'Insurance Plans' })).toBeInViewport();
  await page.getByRole('link', { name: 'Select Plan Comprehensive Cover' }).click();
  await expect(page).toHaveURL(/\/contact\?subject=Comprehensive\+Cover.*about=plan%3Acomprehensive$/);
});
