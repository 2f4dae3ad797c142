import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { asha, FormBrowser } from '../support/account-client';
import { storedItems } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
let user: FormBrowser;
shareSite(async () => {
  site = await openSite();
  user = await new FormBrowser(site).enter(asha);
  const { listing } = storeListing(site.runtime.db);
  site.runtime.db.$client.prepare('UPDATE listings SET id = ? WHERE id = ?').run(storedItems.listing, listing.id);
  return site;
});

/** Forms with a script that checks them, and the constraints that it knows of each field. */
const forms: [path: string, isSignedIn: boolean, constraints: Record<string, string>][] = [
  [paths.entrance(), false, { email: 'required pattern', password: 'required pattern' }],
  [paths.login(), false, { email: 'required pattern', password: 'required pattern' }],
  [paths.login({ panel: 'google' }), false, { email: 'required pattern', password: 'required pattern' }],
  [
    paths.login({ mode: 'signup' }),
    false,
    { name: 'required minlength', email: 'required pattern', password: 'required pattern' },
  ],
  [
    paths.contact(),
    false,
    {
      name: 'required minlength',
      email: 'required pattern',
      phone: 'pattern',
      subject: 'required minlength',
      message: 'required minlength',
    },
  ],
  [
    paths.support(),
    false,
    { subject: 'required', name: 'required minlength', email: 'required pattern', message: 'required minlength' },
  ],
  [
    paths.help(),
    false,
    { subject: 'required', name: 'required minlength', email: 'required pattern', message: 'required minlength' },
  ],
  [paths.feedback(), true, { type: 'required', rating: 'required', subject: 'required', message: 'required' }],
  [
    paths.service(),
    true,
    {
      serviceType: 'required',
      'serviceDetails.preferredDate': 'min',
      'contactInfo.name': 'required',
      'contactInfo.phone': 'required pattern',
      'contactInfo.email': 'required pattern',
    },
  ],
  [paths.vehicle('1', { review: 'write' }), true, { rating: 'required', comment: 'required' }],
  [paths.report('listing', storedItems.listing), true, { reason: 'required' }],
  [
    paths.newAppointment(),
    false,
    { day: 'required', slot: 'required', name: 'required', phone: 'required pattern', email: 'pattern' },
  ],
  [paths.status(), false, { reference: 'required', contact: 'required' }],
  [paths.manage(), false, { code: 'required' }],
  [paths.recover(), false, { email: 'required pattern', code: 'required', password: 'required pattern' }],
];

const texts: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#x27;': "'",
};
const getAttributes = (tag: string): Map<string, string> =>
  new Map(
    [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace(/&#?\w+;/g, (entity) => texts[entity] ?? entity),
    ]),
  );

/** The form of a page as its script reads it. */
async function getForm(path: string, browser: FormBrowser) {
  const { body } = await browser.open(path);
  const [, tag = '', inside = ''] = /<form([^>]* data-checked="[^>]*)>(.*?)<\/form>/s.exec(body) ?? [];
  const controls = [...inside.matchAll(/<(?:input|textarea|select)( [^>]*)>/g)].map(([, one = '']) =>
    getAttributes(one),
  );
  const hidden = controls.filter((control) => control.get('type') === 'hidden');
  const values = Object.fromEntries(hidden.map((control) => [control.get('name') ?? '', control.get('value') ?? '']));
  return { form: getAttributes(tag), controls, values };
}

/** Values that break a constraint. */
const breaking = { required: ' ', minlength: 'x', pattern: 'xxxxxxxxxxxx', min: '2001-01-01' } as const;
const names = ['required', 'minlength', 'pattern', 'min'] as const;

describe.each(forms)('%s', (path, isSignedIn, constraints) => {
  const browser = () => (isSignedIn ? user : new FormBrowser(site));

  it('has the constraints and sentences of the server', async () => {
    const { form, controls, values } = await getForm(path, browser());
    const found = controls.flatMap((control) => {
      const known = names.filter((name) => control.has(`data-error-${name}`));
      return known.length > 0 ? [[control.get('name'), known.join(' ')]] : [];
    });
    expect(Object.fromEntries(found)).toEqual(constraints);
    for (const name of names) {
      const broken = controls.filter((control) => control.has(`data-error-${name}`));
      if (broken.length === 0) continue;
      const sent = Object.fromEntries(broken.map((control) => [control.get('name') ?? '', breaking[name]]));
      const action = form.get('action') ?? '';
      const separator = action.includes('?') ? '&' : '?';
      const route = encodeURIComponent(form.get('data-checked') ?? '');
      const response = await browser().send(`${action}${separator}_data=${route}`, { ...values, ...sent });
      expect(response.status).toBe(422);
      expect(JSON.parse(response.body)).toMatchObject({
        message: form.get('data-invalid'),
        errors: Object.fromEntries(broken.map((control) => [control.get('name'), control.get(`data-error-${name}`)])),
      });
    }
  });

  it.runIf(Object.values(constraints).join().includes('pattern'))(
    'has patterns that browsers can read, and that accept what the server accepts',
    async () => {
      const accepted: Readonly<Record<string, readonly string[]>> = {
        email: ['asha@example.com', 'आशा@उदाहरण.भारत', "o'neil+bikes@mail.example.co.in"],
        phone: ['+91 (98450) 00-000', '22 9845', '1'.repeat(16), ' (+44) 20 7946 0000'],
        password: ['open!sesame', '!@#$%^&*(),.?":{}|<>', ' spaces !', '😀😀😀!', `${'x'.repeat(195)}|`],
        year: ['1999', ' 2024 '],
      };
      const { controls } = await getForm(path, browser());
      for (const control of controls.filter((one) => one.has('pattern'))) {
        const samples = accepted[control.get('name')?.split('.').at(-1) ?? ''] ?? [];
        expect(samples).not.toEqual([]);
        for (const flags of ['u', 'v'])
          for (const sample of samples) expect(sample).toMatch(new RegExp(`^(?:${control.get('pattern')})$`, flags));
      }
    },
  );
});

it('a form whose sender has to sign in returns the redirect to sign-in to the script', async () => {
  const { form } = await getForm(paths.service(), new FormBrowser(site));
  const response = await new FormBrowser(site).send(
    `${paths.service()}?_data=${encodeURIComponent(form.get('data-checked') ?? '')}`,
    { serviceType: 'maintenance' },
  );
  expect(response.status).toBe(204);
  expect(response.headers['x-remix-redirect']).toMatch(/^\/login\?redirectTo=/);
});
