import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { errorTexts } from '~/domain/shared/error-texts';
import { type MessageField, messageLabels } from '~/domain/messages/message';
import type { FormConstraints } from '~/domain/shared/constraints';
import type { RejectedForm } from '~/submit/form-response.server';
import { privateUrlHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useIsOpen } from '~/ui/document';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { createChoices, SelectField, TextAreaField, TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { SentMessage } from '~/ui/page/flash-message';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { IconName } from '~/ui/primitives/icon-shapes';
import { LinkList } from '~/ui/primitives/link-list';
import { Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { DonationTier } from './donations.server';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  openFormParameters: ['subject'],
  canonical: paths.support(),
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Support & Help',
    'Answers, a person to talk to, a guide to every screen, and a form for what is wrong.',
  );

type CardId = 'faq' | 'live-chat' | 'user-guide' | 'video-tutorials';

const cardLinks: Readonly<Record<CardId, { href: string; icon: IconName }>> = {
  faq: { href: paths.faq(), icon: 'search' },
  'live-chat': { href: paths.startChat(), icon: 'chat' },
  'user-guide': { href: '#guide', icon: 'browse' },
  'video-tutorials': { href: '#guide', icon: 'play' },
};

/** Support and Help, one screen with two URLs. */
export default function Support() {
  const { cards, tiers, upiAddress, sent, ...form } = useLoaderData<typeof loader>();
  const { issueTypes } = form;
  const actionData = useActionData<RejectedForm>();
  return (
    <>
      <PageHead title="Support & Help" subtitle="Answers first, then a person." />
      <div className="section">
        {sent && !actionData && <SentMessage sent={sent} />}
        <HeadCards
          cards={cards.map(({ id, title, description, action }) => ({
            title,
            value: description,
            note: action,
            ...cardLinks[id],
          }))}
        />
      </div>
      <section className="columns" aria-labelledby="help">
        <HelpForm {...form} actionData={actionData} />
        <div className="stack">
          <h2>By Subject</h2>
          <LinkList
            links={issueTypes.map((issue) => ({
              text: issue,
              href: paths.contact({ subject: issue, category: 'support' }),
            }))}
          />
          <p>
            <ButtonLink href={paths.status()}>Where is my request?</ButtonLink>
          </p>
        </div>
      </section>
      <UserGuide />
      {tiers && <Donations tiers={tiers} upiAddress={upiAddress} />}
    </>
  );
}

type HelpFormProps = {
  issueTypes: readonly string[];
  idempotencyKey: string;
  constraints: FormConstraints;
  values: Readonly<Record<'subject' | 'name' | 'email', string>>;
  actionData: RejectedForm | undefined;
};

function HelpForm({ issueTypes, idempotencyKey, constraints, values: start, actionData }: HelpFormProps) {
  const values: Record<string, string | undefined> = { ...start, ...actionData?.values };
  const field = (name: MessageField) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: actionData?.errors[name],
    constraints: constraints.fields[name],
  });
  return (
    <CheckedForm
      action={paths.support()}
      className="stack message-fields"
      constraints={constraints}
      failure={errorTexts.message_failed}
      // The form on `/help` is also sent there.
      routeId="support"
    >
      <h2 id="help">Get Help</h2>
      <p>Tell us what is wrong, and it is looked at by a person. Messages are answered within 24 hours.</p>
      <FormErrors message={actionData?.message} errors={actionData?.errors} />
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey || idempotencyKey} />
      <SelectField {...field('subject')} label="Issue Type" choices={createChoices(issueTypes)} />
      <div className="auto-columns">
        <TextField {...field('name')} autoComplete="name" />
        <TextField {...field('email')} type="email" autoComplete="email" />
      </div>
      <TextAreaField {...field('message')} />
      <HoneypotField />
      <FormActions message={actionData?.message}>
        <Button kind="primary" busyText="Sending...">
          Send Message
        </Button>
      </FormActions>
    </CheckedForm>
  );
}

type Step = { title: string; text: string; way: { text: string; href: string } };

const steps: readonly Step[] = [
  {
    title: 'Find a vehicle',
    text: 'Search by name on the home screen, or narrow everything down by kind, brand, fuel, condition and price.',
    way: { text: 'Browse all', href: paths.browse() },
  },
  {
    title: 'Compare',
    text: 'Press the plus on up to four vehicles, new or used, and see them side by side. The list stays in this browser.',
    way: { text: 'Compare', href: paths.compare() },
  },
  {
    title: 'Work out the cost',
    text: 'Any price, down payment, rate and tenure gives the monthly figure; its address can be shared or printed.',
    way: { text: 'EMI Calculator', href: paths.emiCalculator() },
  },
  {
    title: 'Sell your vehicle',
    text: 'Fill in one form and add up to 10 photos. Without an account, keep the code you are shown: it opens the listing again.',
    way: { text: 'Sell', href: paths.sell() },
  },
  {
    title: 'Book a service',
    text: 'Sign in, choose the service and a day, and describe what is wrong. You can cancel until it is completed.',
    way: { text: 'Book a service', href: paths.service() },
  },
];

function UserGuide() {
  const isOpen = useIsOpen();
  return (
    <section className="divided" aria-labelledby="guide">
      <h2 id="guide">User Guide</h2>
      <ol className="auto-columns user-guide">
        {steps
          .filter(({ way }) => isOpen('service') || way.href !== paths.service())
          .map(({ title, text, way }) => (
            <li key={title}>
              <span className="step-number" />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
                <a className="action-link" href={way.href}>
                  {way.text}
                </a>
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}

type DonationsProps = { tiers: readonly DonationTier[]; upiAddress: string | null };

function Donations({ tiers, upiAddress }: DonationsProps) {
  return (
    <section className="divided" aria-labelledby="donate">
      <h2 id="donate">Support Us</h2>
      <p className="donation-intro">
        {upiAddress
          ? `Each opens your UPI app with ${upiAddress} filled in; nothing is paid before you confirm it there.`
          : 'Donations are not taken at the moment.'}
      </p>
      <Stats
        stats={tiers.map(({ amount, label, isPopular, upi }) => ({
          name: isPopular ? 'Popular' : 'Donate',
          value: amount,
          unit: label,
          ...(upi && { href: upi.link }),
        }))}
      />
      {upiAddress && <DonationCodes tiers={tiers} />}
    </section>
  );
}

function DonationCodes({ tiers }: Pick<DonationsProps, 'tiers'>) {
  return (
    <>
      <h3>Your UPI app is on another phone?</h3>
      <p>Scan one of these with it.</p>
      <ul className="donation-codes">
        {tiers.map(
          ({ id, amount, upi }) =>
            upi && (
              <li key={id}>
                <img src={upi.codeSrc} alt={`QR code: donate, ${amount}`} width="160" height="160" loading="lazy" />
                <b>{amount}</b>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
