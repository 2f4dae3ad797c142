import { beforeEach, describe, expect, it } from 'vitest';
import { findMessages } from '~/domain/messages/message.queries.server';
import { signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { messageErrors } from '../support/message-errors';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
let user: Record<string, string>;

shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Uma');
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM contact_messages');
});

const formValues = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 (98) 7654-3210',
  subject: 'A test ride',
  message: 'May I come by on Saturday?',
  category: 'sales',
  priority: 'high',
};

const stored = () => findMessages(site.runtime.db, { page: 1, limit: 100 }).items;

describe('the contact screen', () => {
  it('has its cards, its five questions with their answers, and links', async () => {
    const { status, body } = await site.request('/contact');
    expect(status).toBe(200);
    const words = getPageText(body);
    for (const text of [
      'Call Us',
      'Email Us',
      'Visit Us',
      'Live Chat',
      'reviewed and published within 24 hours',
      'answered within 24 hours',
      'basic listing is free',
      'bank transfer, UPI or card, or with financing',
      '0/2000',
    ]) {
      expect(words, text).toContain(text);
    }
    expect(body.match(/<details class="disclosure"/g)).toHaveLength(5);
    expect(body).toMatch(/href="\/sell"[^>]*>Sell your vehicle/);
    expect(body).toMatch(/href="\/browse"[^>]*>Browse/);
  });

  it('lists errors in the order of the form, which begins with the issue on the help screen', async () => {
    const { status, body } = await sendForm(site, '/support', { subject: '', name: '', email: '', message: '' });
    expect(status).toBe(422);
    const [summary = ''] = /id="errors".*?<\/ul>/s.exec(body) ?? [];
    const listed = [...summary.matchAll(/href="#(\w+)"/g)].map(([, field]) => field);
    expect(listed).toEqual(['subject', 'name', 'email', 'message']);
  });

  it('is prefilled from its query', async () => {
    const response = await site.request('/contact?about=1&subject=Test+ride');
    const { body } = response;
    expect(body).toContain('value="Test ride"');
    expect(body).toMatch(/<option value="sales" selected="">/);
    expect(hiddenField(response, 'about')).toBe('1');
    expect(getPageText(body)).toContain('About Royal Enfield Classic 350');
  });

  it('accepts plans, loans, listings and several items at once, and leaves out missing ones', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Honda Shine of Asha' });
    const about = `plan:basic,loan:100000-20000-8.5-24-1000,${listing.id},nothing-there,<b>`;
    const response = await site.request(`/contact?about=${encodeURIComponent(about)}`);
    expect(hiddenField(response, 'about')).toBe(`plan:basic,loan:100000-20000-8.5-24-1000,${listing.id}`);
    const words = getPageText(response.body);
    expect(words).toContain('Loan of ₹80,000 over 24 months at 8.5%, for a price of ₹1,00,000');
    expect(words).toContain('Honda Shine of Asha');
  });

  it('accepts the accessories of the enquiry list, which is empty once it was sent', async () => {
    const about = 'accessory:helmet-1,accessory:tool-kit-2';
    expect(getPageText((await site.request(`/contact?about=${encodeURIComponent(about)}`)).body)).toContain(
      'About Streetline Open Face',
    );
    const { headers } = await sendForm(
      site,
      '/contact',
      { ...formValues, about },
      { Cookie: 'enquiry=helmet-1,tool-kit-2' },
    );
    expect(stored()[0]?.tags).toEqual(expect.arrayContaining(['accessory:helmet-1', 'accessory:tool-kit-2']));
    expect(String(headers['set-cookie'])).toMatch(/(?:^|,)enquiry=;[^,]*Max-Age=0/);
  });

  it('is prefilled for a signed-in user', async () => {
    const { body } = await site.request('/contact', { headers: user });
    expect(body).toContain('value="uma@example.com"');
  });
});

describe('sending a message by the form', () => {
  it('stores it, and shows the message with a reference number, also when the page is reloaded', async () => {
    const page = await site.request('/contact?about=1');
    const idempotencyKey = hiddenField(page, 'idempotencyKey');
    const { status, headers } = await sendForm(site, '/contact?about=1', { ...formValues, idempotencyKey, about: '1' });
    expect(status).toBe(303);
    const [message] = stored();
    expect(message).toMatchObject({
      name: 'Asha Rao',
      phone: '+91 98765 43210',
      category: 'sales',
      priority: 'high',
      source: 'website',
      status: 'new',
      tags: ['vehicle:1'],
    });
    const location = String(headers.location);
    expect(location).toMatch(new RegExp(`^/contact\\?sent=${message?.id}&key=[\\w-]+$`));
    const key = new URL(location, site.origin).searchParams.get('key');
    for (const _ of [1, 2]) {
      const { body, headers: sent } = await site.request(location);
      const words = getPageText(body);
      expect(words).toContain("Your message has been sent successfully! We'll get back to you soon.");
      expect(words).toMatch(/Your reference number is [0-9A-F]{4}-[0-9A-F]{4} /);
      expect(body).toContain(`href="/conversation?key=${key}"`);
      expect([sent['referrer-policy'], sent['cache-control']]).toEqual(['same-origin', 'private, no-store']);
    }
    const another = await site.request(`/contact?sent=${message?.id}`);
    expect(getPageText(another.body)).toContain('Your reference number is');
    expect(another.body).not.toContain('/conversation?');
    expect(getPageText((await site.request('/contact?sent=made-up')).body)).not.toContain('has been sent');
  });

  it('writes once however often the same form is sent', async () => {
    const page = await site.request('/contact');
    const idempotencyKey = hiddenField(page, 'idempotencyKey');
    const responses = await Promise.all(
      [1, 2, 3].map(() => sendForm(site, '/contact', { ...formValues, idempotencyKey })),
    );
    const [location, ...others] = new Set(responses.map(({ headers }) => String(headers.location)));
    expect([others, location?.includes('&key=')]).toEqual([[], true]);
    expect(stored()).toHaveLength(1);
  });

  it.each(messageErrors)(
    'reports what is wrong with %s %j, and keeps the form values',
    async (field, value, message) => {
      const { status, body } = await sendForm(site, '/contact', { ...formValues, [field]: value, idempotencyKey: 'a' });
      expect(status).toBe(422);
      expect(getPageText(body)).toContain('Please fix the validation errors above');
      expect(body).toContain(`<a href="#${field}">${message}</a>`);
      if (field !== 'name') expect(body).toContain('value="Asha Rao"');
      if (field !== 'message') expect(body).toContain('May I come by on Saturday?</textarea>');
      expect(stored()).toHaveLength(0);
    },
  );

  it('stores suspected spam separately', async () => {
    const send = async (fields: Record<string, string>) =>
      sendForm(site, '/contact', {
        ...formValues,
        idempotencyKey: hiddenField(await site.request('/contact'), 'idempotencyKey'),
        ...fields,
      });
    await send({ message: 'Filled in by a browser at once' });
    await send({ message: 'In the trap', website: 'x.example' });
    await send({ message: 'Filled in by a browser at once', email: 'other@example.com' });
    const suspects = stored().filter(({ tags }) => tags.includes('suspected-spam'));
    expect(stored()).toHaveLength(3);
    expect(suspects.map(({ message, email }) => `${email}: ${message}`).sort()).toEqual([
      'asha@example.com: In the trap',
      'other@example.com: Filled in by a browser at once',
    ]);
  });

  it('about a missing item is rejected, and possible without it', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Honda Shine of Asha' });
    const path = `/contact?about=${listing.id}`;
    const idempotencyKey = hiddenField(await site.request(path), 'idempotencyKey');
    site.runtime.db.$client.prepare('DELETE FROM listings WHERE id = ?').run(listing.id);
    const err = await sendForm(site, path, { ...formValues, idempotencyKey, about: listing.id });
    expect(err.status).toBe(422);
    expect(err.body).toContain(
      '<a href="#about">What you write about is no longer here. You can send your message without it.</a>',
    );
    expect(err.body).toContain('May I come by on Saturday?</textarea>');
    expect(hiddenField(err, 'about')).toBe('');
    expect(stored()).toHaveLength(0);
    expect((await sendForm(site, path, { ...formValues, idempotencyKey, about: '' })).status).toBe(303);
    expect(stored()).toHaveLength(1);
  });

  it('rejects the sixth message in ten minutes, and keeps the form values', async () => {
    const limited = await openSite({ RATE_LIMIT: 'on' });
    const send = () => sendForm(limited, '/contact', { ...formValues, idempotencyKey: '' });
    for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(303);
    const { status, headers, body } = await send();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(getPageText(body)).toContain('Too many attempts. Please try again in 10 minutes.');
    expect(body).toContain('value="Asha Rao"');
    await limited.close();
  });
});

describe('the help form of the support screen', () => {
  it('stores a message of category support with the issue type as its subject, and shows its reference number', async () => {
    const page = await site.request('/support', { headers: user });
    for (const issue of ['Technical Problem', 'Account Issue', 'Feature Request', 'General Inquiry']) {
      expect(page.body).toContain(`<option value="${issue}">`);
    }
    expect(page.body).toContain('value="uma@example.com"');
    const { name, email, message } = formValues;
    const { headers } = await sendForm(site, '/support', { name, email, message, subject: 'Account Issue' });
    expect(stored()[0]).toMatchObject({ category: 'support', subject: 'Account Issue', priority: 'medium' });
    expect(headers.location).toContain(`/support?sent=${stored()[0]?.id}&key=`);
    expect(getPageText((await site.request(String(headers.location))).body)).toMatch(
      /Your reference number is [0-9A-F]{4}-/,
    );
  });

  it('reports errors, and keeps the form values', async () => {
    const { status, body } = await sendForm(site, '/support', {
      ...formValues,
      subject: 'Feature Request',
      message: 'Why',
    });
    expect(status).toBe(422);
    expect(body).toContain('<a href="#message">Message must be at least 10 characters</a>');
    expect(body).toContain('<option value="Feature Request" selected="">');
    expect(body).toContain('value="Asha Rao"');
  });

  it('requires an issue type', async () => {
    const { status, body } = await sendForm(site, '/support', { ...formValues, subject: '' });
    expect(status).toBe(422);
    expect(body).toContain('<a href="#subject">Please select an issue type</a>');
    expect(body).not.toContain('Subject is required');
  });
});
