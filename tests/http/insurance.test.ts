import { describe, expect, it } from 'vitest';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
let body: string;
shareSite(async () => {
  site = await openSite();
  ({ body } = await site.request('/insurance'));
  return site;
});

/** Query parameters for the contact form in the links of this text. */
const handedOver = (text: string): Record<string, string>[] =>
  [...body.matchAll(/href="(\/contact\?[^"]*)"[^>]*>(.*?)<\/a>/g)]
    .filter(([, , shown = '']) => shown.includes(text))
    .map(([, href = '']) => Object.fromEntries(new URL(href.replaceAll('&amp;', '&'), site.origin).searchParams));

describe('insurance', () => {
  it('opens with a link down to the plans', () => {
    expect(body).toMatch(/<a class="button button-primary" href="#plans">/);
    expect(body).toMatch(/<section[^>]* id="plans"/);
  });

  it('shows six popular insured vehicles', () => {
    const insured = body.split('<section')[1] ?? '';
    expect(insured.match(/<li class="card"/g)).toHaveLength(6);
    expect(getPageText(insured)).toContain('Popular Insured Vehicles');
  });

  it('has four benefits, and How It Works in four steps', () => {
    const words = getPageText(body);
    for (const text of ['Cashless repairs', 'Quick policy issue', 'Help with claims', 'No-claim bonus kept']) {
      expect(words).toContain(text);
    }
    expect(words).toMatch(/How It Works Get Quote .*Compare Plans .*Purchase .*Get Covered /);
  });

  it('shows three plans with what each excludes, one of them marked popular', () => {
    const words = getPageText(body);
    expect(words).toMatch(
      /Basic Protection ₹1,200 a year .*Not included: Damage to your own vehicle; Theft and fire\./,
    );
    expect(words).toMatch(/Most Popular Comprehensive Cover ₹2,500 a year/);
    expect(words).toMatch(/Premium Protection ₹3,800 a year/);
    expect(words.match(/ Popular (?!Insured)/g)).toHaveLength(1);
  });

  it('passes the selected plan to the contact form', () => {
    expect(handedOver('Select Plan')).toEqual([
      { subject: 'Basic Protection, ₹1,200 a year', category: 'sales', about: 'plan:basic' },
      { subject: 'Comprehensive Cover, ₹2,500 a year', category: 'sales', about: 'plan:comprehensive' },
      { subject: 'Premium Protection, ₹3,800 a year', category: 'sales', about: 'plan:premium' },
    ]);
  });

  it('has three testimonials, labelled as samples', () => {
    expect(body.match(/ out of 5</g)).toHaveLength(3);
    expect(body.match(/<span>Sample</g)).toHaveLength(3);
  });

  it('offers a callback', () => {
    expect(handedOver('Request a Callback')).toEqual([
      { subject: 'Please call me back about insurance', category: 'sales' },
    ]);
  });
});
