import type { Page } from 'playwright/test';
import { expect, test } from './site-test';

/** What is known of a customer is a fold on phones, and open on desktops. */
async function openPerson(page: Page, name: string): Promise<void> {
  const fold = page.getByText(`About ${name}`);
  if (await fold.isVisible()) await fold.click();
}

test('an operator finds a message, changes its status and tags it; hides a listing and reads the log @desk', async ({
  page,
  operator,
}, { project }) => {
  const sender = `Asha ${project.name.replaceAll(', ', ' ')}`;
  await page.request.post('/api/contacts', {
    data: { name: sender, email: 'asha@example.com', subject: 'A ride', message: 'On Saturday, please.' },
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

  await page.goto('/desk/customers?kind=message');
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Password', { exact: true }).fill(operator.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: sender }).click();
  await openPerson(page, sender);
  await page.locator('summary').filter({ hasText: 'Status' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('in-progress');
  await page.getByRole('button', { name: 'Save status' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await openPerson(page, sender);
  await page.locator('summary').filter({ hasText: 'Status' }).click();
  await page.getByLabel('Another tag').fill('call back');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await openPerson(page, sender);
  await page.locator('summary').filter({ hasText: 'Status' }).click();
  await expect(page.getByRole('button', { name: 'Remove tag call back' })).toBeVisible();

  await page.goto('/desk/stock/riders');
  await expect(page).toHaveURL(/\/desk\/stock\/riders$/);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await row.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('link', { name: 'Reason is required' })).toBeVisible();
  await page.getByLabel('Reason').fill('Not your photo');
  const bar = page.getByRole('group', { name: 'What to do with the ticked' });
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('1 hidden.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 hidden.')).toHaveCount(0);
  await page.getByRole('link', { name }).click();
  await page.getByLabel('Reason').fill('Sold elsewhere');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.goto('/desk/team/log');
  await expect(page.getByText(`${name}: hidden (“Sold elsewhere”)`)).toBeVisible();
  await page.goto(`/sell-bikes?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { name })).toHaveCount(0);
});

test('a visitor writes a message, an operator finds it and replies, and the visitor reads the reply', async ({
  page,
  browser,
  operatorCookies,
}, { project }) => {
  const sender = `Asha Rao ${project.name.replaceAll(', ', ' ')}`;
  await page.goto('/contact');
  await page.getByLabel('Name').fill(sender);
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com');
  await page.getByLabel('Subject').fill('Is it in stock');
  await page.getByLabel('Message', { exact: true }).fill(`Do you have it in blue, ${project.name}?`);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const sent = page.getByRole('status').filter({ hasText: 'sent successfully' });
  const [reference = ''] = /[0-9A-F]{4}-[0-9A-F]{4}/.exec((await sent.textContent()) ?? '') ?? [];

  const desk = await browser.newContext({ javaScriptEnabled: !project.name.includes('script off') });
  await desk.addCookies(operatorCookies);
  const operators = await desk.newPage();
  await operators.goto(new URL('/desk/customers', page.url()).href);
  await operators.getByRole('link', { name: 'Saved replies' }).click();
  await operators.getByLabel('Title').fill(`Hours ${project.name}`);
  await operators.getByLabel('Reply').fill('We are open from nine to seven.');
  await operators.getByRole('button', { name: 'Save reply' }).click();
  await expect(operators.getByLabel('Title')).toHaveValue('');
  await operators.goto(new URL('/desk/find', page.url()).href);
  const find = operators.getByRole('main').getByLabel('Name, phone, reference or plate').last();
  await find.fill(reference);
  await find.press('Enter');
  await operators.getByRole('link', { name: sender }).click();
  const answer = operators.getByLabel(`Answer to ${sender}`);
  await answer.fill('Dear Asha,');
  await operators.getByRole('button', { name: `Hours ${project.name}` }).click();
  await expect(answer).toHaveValue('Dear Asha,\n\nWe are open from nine to seven.');
  await operators.getByRole('button', { name: 'Send, keep' }).click();
  await expect(operators.getByText(`Answered ${sender}.`)).toBeVisible();
  await desk.close();

  await page.goto('/messages');
  await expect(page.getByText('Dear Asha,')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Dopahiya' }).click();
  await page.getByLabel('Message', { exact: true }).fill('Then I come on Saturday.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Then I come on Saturday.')).toBeVisible();
});

test('the desk is worked by keys outside of fields, until the operator turns them off @desk', async ({
  page,
  operatorCookies,
  javaScriptEnabled,
}, { project }) => {
  test.skip(javaScriptEnabled === false, 'Without script there are no shortcuts.');
  const names = ['Key', 'Lock'].map((word) => `${word} ${project.name.replaceAll(', ', ' ')}`);
  for (const name of names) {
    const data = { name, email: `${name.split(' ', 1)[0]}@example.com`, subject: 'A ride', message: 'On Saturday?' };
    expect((await page.request.post('/api/contacts', { data })).status()).toBe(201);
  }
  await page.context().addCookies(operatorCookies);
  await page.goto('/desk/today');
  await page.keyboard.press('?');
  await expect(page).toHaveURL(/\/desk\/shortcuts$/);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/desk\/customers$/);
  const focus = page.locator(':focus');
  await page.keyboard.press('j');
  // By address: two customers can have the same name.
  const first = (await focus.getAttribute('href')) ?? '';
  await page.keyboard.press('j');
  await expect(focus).not.toHaveAttribute('href', first);
  await page.keyboard.press('x');
  await expect(page.locator('[name=chosen]:checked')).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await expect(focus).toHaveAttribute('href', first);
  await page.keyboard.press('e');
  await expect(page.getByText('1 done.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('1 done.')).toHaveCount(0);

  await page.getByRole('link', { name: names[1] ?? '' }).click();
  const answer = page.getByLabel(`Answer to ${names[1]}`);
  await answer.fill('');
  await answer.pressSequentially('gc?xjeu/1');
  await expect(answer).toHaveValue('gc?xjeu/1');
  await answer.press('Control+Enter');
  await expect(page.getByText(`Answered ${names[1]}.`)).toBeVisible();

  await page.goto('/desk/shortcuts');
  await page.getByRole('button', { name: 'Turn them off' }).click();
  await expect(page.getByRole('button', { name: 'Turn them on' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/desk\/shortcuts$/);
  await page.getByRole('button', { name: 'Turn them on' }).click();
});
