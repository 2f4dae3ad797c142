import { describe, expect, it } from 'vitest';
import { calculateEmi } from '~/domain/finance/payment-plan';
import { findMessages } from '~/domain/messages/message.queries.server';
import { paths } from '~/paths';
import { hiddenField, sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { message } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const inputValue = (html: string, name: string): string | undefined =>
  html
    .match(/<input[^>]*>/g)
    ?.find((tag) => tag.includes(` name="${name}"`))
    ?.match(/ value="([^"]*)"/)?.[1];

async function open(query: Parameters<typeof paths.emiCalculator>[0] = {}) {
  const { status, body } = await site.request(paths.emiCalculator(query));
  return { status, html: body, words: getPageText(body) };
}

describe('the EMI calculator, without a script', () => {
  it('opens with the results of its defaults, and every text of the specification', async () => {
    const { status, html, words } = await open();
    expect(status).toBe(200);
    const fields = ['price', 'downPayment', 'rate', 'tenure', 'processingFee'].map((name) => inputValue(html, name));
    expect(fields).toEqual(['100000', '20000', '8.5', '24', '1000']);
    for (const text of [
      ...['Vehicle Price', 'Down Payment', 'Interest Rate', 'Loan Tenure', 'Processing Fee', 'Calculate'],
      ...['Bank Loan', 'Spot Purchase', 'Zero Interest EMI', 'Loan Summary', 'Apply for Loan', 'Proceed to Checkout'],
      ...['5% cash discount on spot purchase', 'Free accessories worth ₹5,000', 'Loan approval in 24 hours'],
      ...['Why Choose Our Financing?', '₹1,77,000', '₹74,536', '₹1,84,000', '₹73,400'],
      ...['Monthly EMI ₹3,636 for 24 months', 'Principal ₹80,000', 'Total Interest ₹7,264', 'Total Payment ₹1,08,264'],
    ]) {
      expect(words, text).toContain(text);
    }
  });

  it('calculates a case in common notations of numbers, and keeps the input', async () => {
    const { html, words } = await open({ price: '₹1,84,000.40', downPayment: '20 000', rate: '8.5', tenure: '24' });
    expect(inputValue(html, 'price')).toBe('₹1,84,000.40');
    expect(words).toContain('Monthly EMI ₹7,455 for 24 months');
    expect(words).toContain('Total Payment ₹1,99,920');
    expect(words).toMatch(/Yearly rate, fee included 9\.\d\d%/);
  });

  it.each([
    ['spot-purchase', ['5% cash discount -₹5,000', 'Pay now ₹95,000', 'Total Payment ₹95,000']],
    ['zero-interest', ['Monthly EMI ₹3,333 for 24 months', 'Total Interest ₹0', 'Last instalment ₹3,341']],
  ])('changes the figures with %s', async (method, texts) => {
    const { words } = await open({ method });
    for (const text of texts) expect(words).toContain(text);
  });

  it('accepts the price of any offer: a popular vehicle, a used vehicle, a listing', async () => {
    const { listing } = storeListing(site.runtime.db, { presentPrice: 18_000 });
    const pick = await open({ vehicle: '14' });
    expect(inputValue(pick.html, 'price')).toBe('177000');
    expect(pick.words).toContain('Selected');
    const offered = await open({ vehicle: listing.id });
    expect([inputValue(offered.html, 'price'), inputValue(offered.html, 'downPayment')]).toEqual(['18000', '3600']);
    expect(inputValue((await open({ vehicle: '101' })).html, 'price')).toMatch(/^[1-9]\d{4,}$/);
    const formValues = await open({ vehicle: '14', price: '150000' });
    expect([inputValue(formValues.html, 'price'), inputValue(formValues.html, 'vehicle')]).toEqual(['150000', '14']);
    expect((await open({ vehicle: 'nothing' })).words).toContain('This vehicle is no longer listed.');
  });

  it('reports invalid values beside their fields, without figures or a link to apply', async () => {
    const { status, html, words } = await open({ price: 'cheap', downPayment: '-1', rate: 'x', tenure: '0' });
    expect(status).toBe(200);
    expect(words).toContain('Vehicle Price must be a number');
    expect(words).toContain('Down Payment must be 0 or more');
    expect(words).toContain('Interest Rate must be a number such as 8.5');
    expect(words).toContain('Loan Tenure must be a whole number of months, 1 or more');
    expect(words).toContain('Monthly EMI – Loan Summary Correct the marked fields to see the figures.');
    expect(words.split('Vehicle Price must be a number')[1]).not.toMatch(/(?<!worth )₹|NaN/);
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Apply for Loan/);
  });

  it.each([{ price: 'abc' }, { price: '0' }, { tenure: 'x' }, { price: 'abc', method: 'spot-purchase' }])(
    'has no link to apply for invalid values: %o',
    async (query) => {
      const { html } = await open(query);
      expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Proceed to Checkout/);
      expect(html).not.toContain('subject=Checkout');
    },
  );

  it.each([
    ['rate', '8,5', 'Interest Rate can mean 8.5 or 85.'],
    ['rate', '₹8.5', 'Interest Rate must be in percent, not rupees'],
    ['rate', '8 5', 'Interest Rate must be a number such as 8.5'],
    ['tenure', '2,4', 'Loan Tenure can mean 2.4 or 24.'],
    ['tenure', '2 years', 'Loan Tenure must be in months, not years'],
    ['price', '80-85k', 'Vehicle Price can mean ₹80,000 or ₹85,000.'],
  ] as const)('rejects %s %s, which is no number of its measure, and keeps it', async (name, formValues, message) => {
    const { html, words } = await open({ [name]: formValues });
    expect(words).toContain(message);
    expect(words).toContain('Monthly EMI –');
    expect(words).not.toContain('Total Payment');
    expect(inputValue(html, name)).toBe(formValues);
    // A browser's own number field would show it as empty.
    expect(html).not.toMatch(new RegExp(`type="number"[^>]* name="${name}"`));
  });

  it('names the maximum for a price that is too large, and accepts any rate though its arrows step by 0.1', async () => {
    for (const price of ['1e15', '1000000000000000']) {
      const { html, words } = await open({ price });
      expect(words).toContain('Vehicle Price must be at most ₹10,00,00,00,000');
      expect(inputValue(html, 'price')).toBe(price);
    }
    const { html, words } = await open({ price: '177000', rate: '8.25' });
    expect(html).toMatch(/<form[^>]* action="\/emi-calculator"[^>]* novalidate=""/);
    expect(html).toMatch(/<input type="number" step="0.1"[^>]* name="rate"[^>]* value="8.25"/);
    expect(words).toContain('Monthly EMI ₹7,119 for 24 months');
  });

  it('links to the contact form with the figures', async () => {
    const { html } = await open({ vehicle: '1' });
    const links = [...html.matchAll(/href="(\/contact\?[^"]*)"/g)].map(
      ([, href]) => new URL((href ?? '').replaceAll('&amp;', '&'), site.origin).searchParams,
    );
    const [loan, checkout] = links.filter((query) => query.get('category') === 'sales');
    expect(loan?.get('about')).toMatch(/^1,loan:\d+-\d+-[\d.]+-\d+-\d+$/);
    expect(loan?.get('subject')).toBe(
      'Loan for Royal Enfield Classic 350 at ₹1,84,000, ₹36,800 down: ₹1,47,200 at 8.5% for 24 months, EMI ₹6,691',
    );
    expect(checkout?.get('subject')).toContain('by Bank Loan, EMI ₹6,691 for 24 months, ₹1,98,384 in all');
  });

  it.each([
    [{}, 'spot:100000', 'About Spot Purchase for a price of ₹1,00,000'],
    [{ vehicle: '1' }, '1,spot:184000', 'About Royal Enfield Classic 350 , Spot Purchase for a price of ₹1,84,000'],
  ])('links to the contact form with a spot purchase of %o, which is stored as that', async (query, about, words) => {
    const { html } = await open({ ...query, method: 'spot-purchase' });
    const [, href = ''] = /href="(\/contact\?[^"]*)">Proceed to Checkout/.exec(html) ?? [];
    const path = href.replaceAll('&amp;', '&');
    expect(new URL(path, site.origin).searchParams.get('about')).toBe(about);
    const form = await site.request(path);
    expect(getPageText(form.body)).toContain(words);
    expect(hiddenField(form, 'about')).toBe(about);
    const sent = await sendForm(site, path, { ...message, category: 'sales', priority: 'medium', about });
    expect(sent.status).toBe(303);
    const [stored] = findMessages(site.runtime.db, { page: 1, limit: 1 }).items;
    expect(stored?.tags).toEqual(
      about
        .split(',')
        .map((part) => (part === '1' ? 'vehicle:1' : part))
        .toSorted(),
    );
  });

  it('shows the schedule at its own URL, and as CSV', async () => {
    const { html, words } = await open({ schedule: '1', tenure: '12' });
    expect(html.match(/<th scope="row">/g)).toHaveLength(12);
    expect(words).toContain('Hide the schedule');
    const { status, headers, body } = await site.request(paths.emiSchedule({ tenure: '12' }));
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    const rows = body.trim().split('\r\n');
    expect(rows).toHaveLength(13);
    const principal = rows.slice(1).map((row) => Number(row.split(',')[4]));
    expect(principal.reduce((sum, part) => sum + part, 0)).toBe(80_000);
    expect((await site.request(paths.emiSchedule({ method: 'spot-purchase' }))).status).toBe(404);
    expect((await open({ schedule: '1', tenure: '600' })).words).toContain('the first 84 of 600 months');
  });

  it.each([
    // 80,000 in nine months: 8,889 each is a rupee more than the loan.
    [{ method: 'zero-interest', tenure: '9' }, '₹1 less than EMI times months'],
    [{ method: 'zero-interest', tenure: '24' }, '₹8 more than EMI times months'],
    [{ method: 'zero-interest', tenure: '10' }, null],
  ])('explains beside the schedule of %o why its sums differ from the totals: %s', async (query, text) => {
    const { words } = await open({ ...query, schedule: '1' });
    expect((await open(query)).words).not.toContain('evens out rounding');
    if (text === null) expect(words).not.toContain('evens out rounding');
    else expect(words).toContain(`The last instalment evens out rounding: all months come to ${text}`);
  });

  it('is cached: the same case gets 304', async () => {
    const { headers } = await site.request(paths.emiCalculator({ rate: '9' }));
    const etag = headers.etag ?? '';
    expect(etag).not.toBe('');
    const again = await site.request(paths.emiCalculator({ rate: '9' }), { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('POST /api/services/emi-calculator', () => {
  const notWhole = 'Loan Tenure must be a whole number of months, 1 or more';
  const notNumbers = {
    principal: 'Principal must be a number',
    rate: 'Interest Rate must be a number such as 8.5',
    tenure: 'Loan Tenure must be a number',
  };

  const request = (body: string, headers = {}) =>
    site.request(paths.emiRequest(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

  it('returns the result in the envelope, with the figures of the screen', async () => {
    const loan = { principal: 164_000, rate: 8.5, tenure: 24 };
    const { status, body } = await request(JSON.stringify({ ...loan, colour: 'red' }));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ success: true, data: calculateEmi(loan), ignored: ['colour'] });
  });

  it('calculates its totals from the rounded instalment', async () => {
    const { body } = await request('{"principal":80000,"rate":0,"tenure":24}');
    expect(JSON.parse(body).data).toMatchObject({
      principal: 80_000,
      emi: 3333,
      totalAmount: 79_992,
      totalInterest: 0,
    });
  });

  it.each([
    ['{}', notNumbers],
    [
      '{"principal":-1,"rate":-1,"tenure":0}',
      { principal: 'Principal must be 0 or more', rate: 'Interest Rate must be 0 or more', tenure: notWhole },
    ],
    ['{"principal":"80000","rate":null,"tenure":"24"}', notNumbers],
    ['{"principal":"80000","rate":null,"tenure":1.5}', { ...notNumbers, tenure: notWhole }],
  ])('rejects %s with a message for each field', async (body, { principal, rate, tenure }) => {
    const response = await request(body);
    expect(response.status).toBe(422);
    const { success, message, errors } = JSON.parse(response.body);
    expect({ success, message }).toEqual({ success: false, message: 'Please fix the validation errors above' });
    expect(errors).toEqual({ principal, rate, tenure });
  });

  it.each([
    ['not json', {}, 400],
    ['[1]', {}, 400],
    ['{}', { 'Content-Type': 'text/plain' }, 415],
    [`{"principal":1${' '.repeat(70_000)}}`, {}, 413],
  ])('rejects %.20s', async (body, headers, status) => {
    expect((await request(body, headers)).status).toBe(status);
  });

  it('counts as a read, and GET is 405 with an explanation', async () => {
    const { status, headers } = await site.request(paths.emiRequest());
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });
});

it.each([
  [
    '/api/services/types',
    'serviceTypes',
    ['Maintenance & Repair', 'Extended Warranty', 'Quick Service', 'Premium Care'],
  ],
  ['/api/feedback/meta/types', 'feedbackTypes', ['General Feedback', 'Service Experience', 'Website & App']],
])('GET %s', async (path, name, names) => {
  const { status, headers, body } = await site.request(path);
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  const types: { id: string; name: string }[] = JSON.parse(body).data[name];
  expect(types.map((type) => type.name)).toEqual(expect.arrayContaining(names));
  for (const { id } of types) expect(id).toMatch(/^[a-z-]+$/);
  const again = await site.request(path, { headers: { 'If-None-Match': headers.etag ?? '' } });
  expect(again.status).toBe(304);
});
