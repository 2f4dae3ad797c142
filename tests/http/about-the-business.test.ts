import { describe, expect, it } from 'vitest';
import { createUpiLink } from '~/routes/support/donations.server';
import { paths } from '~/paths';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

async function open(path: string, from = site) {
  const { status, headers, body } = await from.request(path);
  expect(status, path).toBe(200);
  return { html: body, words: getPageText(body), policy: String(headers['content-security-policy']) };
}

describe('company details', () => {
  it('has every text of the specification', async () => {
    const { words } = await open(paths.companyDetails());
    for (const text of [
      ...['Kalpanik Construction Equipment Private Limited', 'Machines that move earth, people who keep promises'],
      ...['U46594KA2023PTC000000', '2023', '₹1,00,000', '+91 00000 00000', 'hello@kalpanik.example'],
      ...['Vehicles Sold 1000+', 'Happy Customers 500+', 'Brands 50+', 'Support 24/7'],
      ...['Equipment Sales', 'Inspection report with every used machine', 'Why Choose Us', 'Straight pricing'],
      ...['Commitment to Society', 'Water for villages', 'Leadership Team', 'Devika Ramanathan'],
      ...['Founder & Managing Director', '18 years of experience', 'Company website', 'Show map'],
    ]) {
      expect(words, text).toContain(text);
    }
  });

  it('makes no request to other sites until the map is opened', async () => {
    const closed = await open(paths.companyDetails());
    expect(closed.html).not.toContain('<iframe');
    expect(closed.policy).not.toContain('frame-src');
    const shown = await open(paths.companyDetails({ map: '1' }));
    expect(shown.html).toMatch(/<iframe[^>]* src="https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/);
    expect(shown.policy).toContain('frame-src https://www.openstreetmap.org;');
    expect(shown.words).toContain('Hide map');
    expect((await open('/company-details?map=2')).policy).not.toContain('frame-src');
    expect((await open(paths.followUs())).policy).not.toContain('frame-src');
  });

  it('has a banner of text, without a motorcycle that the business does not sell', async () => {
    const html = (await open(paths.companyDetails())).html;
    expect(html).toContain('<div class="company-banner"><p class="headline">Kalpanik Equipment</p></div>');
    expect(html).not.toContain('<img');
  });

  it('draws the people of its team, and the riders of the insurance', async () => {
    for (const [path, people] of [
      [paths.companyDetails(), 4],
      [paths.insurance(), 3],
    ] as const) {
      expect((await open(path)).html.match(/<svg class="portrait"/g), path).toHaveLength(people);
    }
  });
});

it('follow us opens four networks in new tabs, with reasons to follow', async () => {
  const { html, words } = await open(paths.followUs());
  expect(html.match(/<a[^>]* target="_blank"[^>]* rel="noopener"/g)).toHaveLength(4);
  for (const text of [
    ...['WhatsApp', 'Instagram', 'Facebook', 'Twitter', '1,200+', '2,500+', '3,800+', '1,900+', 'Follow Us'],
    ...['Why Follow Us', 'Exclusive Offers', 'Latest Updates', 'Community', 'Visit the official website', 'Back'],
  ]) {
    expect(words, text).toContain(text);
  }
});

describe('support and help', () => {
  it('are one screen under two URLs', async () => {
    for (const path of [paths.support(), paths.help()]) {
      const { html, words } = await open(path);
      expect(html).toContain(`<link rel="canonical" href="${site.origin}/support"/>`);
      for (const text of [
        ...['FAQ', 'Live Chat', 'User Guide', 'Video Tutorials', '₹100', '₹500', '₹1,000', 'Custom', 'Popular'],
        ...['Technical Problem', 'Account Issue', 'Feature Request', 'General Inquiry'],
      ]) {
        expect(words, text).toContain(text);
      }
    }
  });

  it('choose the issue type that the URL names', async () => {
    const chosen = async (query: string) =>
      /<option[^>]* selected=""[^>]*>([^<]*)/.exec((await open(`${paths.help()}?${query}`)).html)?.[1];
    expect(await chosen('subject=Account+Issue')).toBe('Account Issue');
    expect(await chosen('subject=Account')).toBe('Choose one');
  });

  it('show a message when no donation is possible', async () => {
    const { html, words } = await open(paths.support());
    expect(words).toContain('Donations are not taken at the moment.');
    expect(html).not.toContain('upi://');
  });

  it('lead each tier to the UPI app when an address is set', async () => {
    const taking = await openSite({ UPI_ADDRESS: 'dopahiya@examplebank' });
    const { html, words } = await open(paths.support(), taking);
    await taking.close();
    expect(words).toContain('dopahiya@examplebank');
    const links = [...html.matchAll(/href="(upi:[^"]*)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));
    expect(links).toHaveLength(4);
    expect(links[1]).toBe(
      'upi://pay?pa=dopahiya%40examplebank&pn=Dopahiya&am=500.00&cu=INR&tn=Keep%20the%20servers%20running',
    );
    expect(links[3]).toBe(
      createUpiLink({ address: 'dopahiya@examplebank', name: 'Dopahiya' }, null, 'Choose your own amount'),
    );
    expect(links[3]).not.toContain('am=');
  });

  it('do not start with an invalid UPI address', async () => {
    await expect(openSite({ UPI_ADDRESS: 'not an address' })).rejects.toThrow(
      'The setting UPI_ADDRESS must be a UPI address such as name@bank.',
    );
  });
});

it.each([
  [paths.privacy(), 'Privacy Policy', 'Cookies'],
  [paths.privacy(), 'Privacy Policy', 'the tab of your browser keeps what you entered'],
  [paths.terms(), 'Terms & Conditions', 'Offering a vehicle'],
  [paths.terms(), 'Terms & Conditions', 'If you lose it, write to us'],
  [paths.returns(), 'Return Policy', 'Second-hand vehicles from riders'],
])('%s is the %s, and is cached', async (path, title, part) => {
  const { html, words } = await open(path);
  expect(words).toContain(`${title} · Dopahiya`);
  expect(words).toContain(part);
  expect(words).toContain('Last changed on 28 Nov 2026');
  expect(html).not.toContain('<script');
  const { headers } = await site.request(path);
  const again = await site.request(path, { headers: { 'If-None-Match': headers.etag ?? '' } });
  expect(again.status).toBe(304);
});

it('starts a chat the same way on contact and support, and offers no paid placement', async () => {
  const [contact, support] = [await open(paths.contact()), await open(paths.support())];
  for (const { html, words } of [contact, support]) {
    expect(words).toContain('Start a chat');
    expect(html).toContain('href="/contact?subject=Live+chat&amp;category=support#send"');
  }
  expect(contact.words).not.toMatch(/promoted/i);
});
