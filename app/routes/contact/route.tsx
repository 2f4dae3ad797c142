import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { findAccount } from '~/domain/accounts/account.queries.server';
import type { GoneOffer } from '~/domain/browse/similar-offers.server';
import { getOfferName } from '~/domain/catalogue/vehicle';
import { readShop } from '~/domain/content/shop.server';
import { readContactCards, readFaq, readSafetyAdvice } from '~/domain/content/support-content.server';
import { readHomeTexts } from '~/domain/content/home-content.server';
import { errorTexts } from '~/domain/shared/error-texts';
import { formatReason } from '~/domain/shared/result';
import { privateSeller } from '~/domain/listings/listing';
import {
  formatBookingMessage,
  formatBookingSubject,
  joinAbout,
  type MessageField,
  maxLengths,
  messageCounter,
  messageLabels,
  readAbout,
  splitAbout,
} from '~/domain/messages/message';
import { findRecipient, findSubjects, type MessageSubject } from '~/domain/messages/message-subjects.server';
import { createPhoneHref } from '~/domain/shared/phone';
import { toOneLine } from '~/domain/shared/text';
import { getActor } from '~/http/actor.server';
import { generateIdempotencyKey, type RejectedForm } from '~/submit/form-response.server';
import { privateUrlHeaders } from '~/http/responses.server';
import { getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';
import { createMessageConstraints, createMessageFormAction, findSentToBusiness } from '~/submit/message-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { createLabelledChoices, SelectField, TextAreaField, TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { FraudAdvice, Question } from '~/ui/page/text-blocks';
import { FlashMessage, SentMessage } from '~/ui/page/flash-message';
import { GoneOfferPage, getGoneTitle } from '~/ui/page/gone-offer';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { Database } from '~db/connection';
import { type ContactCategory, contactCategories, contactPriorities } from '~db/enums';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  openFormParameters: ['about', 'subject', 'category'],
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.gone
    ? pageMeta(matches, getGoneTitle(data.gone))
    : pageMeta(
        matches,
        'Contact',
        'Write, call or visit us: messages are answered within 24 hours. Five common questions, answered.',
      );

function createCards(db: Database) {
  const { phone, email } = readShop(db);
  const links = {
    phone: createPhoneHref(phone),
    email: `mailto:${email}`,
    visit: paths.companyDetails(),
    chat: paths.startChat(),
  };
  return readContactCards(db).map((card) => ({ ...card, href: links[card.id] }));
}

const isCategory = (text: string | null): text is ContactCategory => contactCategories.some((one) => one === text);

/** URL of a subject; null for one without a page of its own. */
function getHref({ about, offer }: MessageSubject): string | null {
  if (!offer) return null;
  return paths.vehicle(about);
}

const getConstraints = createMessageConstraints();

function loadGoneSubject(request: Request, runtime: Runtime, [named = '']: readonly string[]): GoneOffer | null {
  const about = readAbout(named);
  return about?.kind === 'offer' ? loadGoneOffer(request, runtime, about.id) : null;
}

function loadContact(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const subjects = findSubjects(db, searchParams.get('about') ?? '', actor);
  const named = splitAbout(searchParams.get('about') ?? '');
  const seller = findRecipient(db, subjects, actor);
  const about = joinAbout(subjects.map((subject) => subject.about));
  const names = subjects.map(({ name }) => name).join(', ');
  const givenSubject = toOneLine(searchParams.get('subject') ?? '');
  const subject = [...(givenSubject || (names && `Enquiry: ${names}`))].slice(0, maxLengths.subject).join('');
  const [offer] = subjects.flatMap(({ offer }) => offer ?? []);
  const message = offer && subject === formatBookingSubject(getOfferName(offer)) ? formatBookingMessage(offer) : '';
  const givenCategory = searchParams.get('category');
  const category = isCategory(givenCategory) ? givenCategory : subjects.length > 0 ? 'sales' : 'general';
  const sender = actor.user && findAccount(db, actor.user.id);
  const action = paths.contact({ subject: givenSubject, category: givenCategory, about });
  return {
    /** Name of the recipient when it is not the business. */
    seller: seller && {
      name: seller.name,
      advice: readSafetyAdvice(db),
      /** URL to sign in first, so that replies arrive on the profile; null for a signed-in user. */
      signInHref: actor.user ? null : paths.login({ redirectTo: action }),
    },
    subtitle: readHomeTexts(db).getInTouch.text,
    cards: createCards(db),
    faq: readFaq(db),
    idempotencyKey: generateIdempotencyKey(),
    constraints: getConstraints(runtime.clock()),
    subjects: subjects.map((one) => ({ name: one.name, href: getHref(one) })),
    values: {
      name: sender?.name ?? '',
      email: sender?.email ?? '',
      subject,
      message,
      category,
      priority: 'medium',
      about,
    },
    action,
    sent: findSentToBusiness(request, runtime),
    /** Set when the only subject is an offer that is gone. */
    gone: subjects.length === 0 ? loadGoneSubject(request, runtime, named) : null,
    /** What to say when one of the subjects is gone; null otherwise. */
    goneNotice: subjects.length < named.length ? formatReason({ code: 'subject_gone' }) : null,
  };
}

type Contact = ReturnType<typeof loadContact>;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const contact = loadContact(request, runtime);
  return json(contact, {
    status: contact.gone ? getGoneStatus(contact.gone) : 200,
  });
}

export const action = createMessageFormAction({ path: paths.contact });

const cardIcons: Readonly<Record<Contact['cards'][number]['id'], IconName>> = {
  phone: 'phone',
  email: 'mail',
  visit: 'pin',
  chat: 'chat',
};

/** Ways to reach the business, the contact form and five questions (docs/product.md, "Contact"). */
export default function ContactScreen() {
  const { subtitle, cards, faq, sent, seller, gone, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  // What was typed stays when the offer is removed in the meantime.
  if (gone && !actionData) return <GoneOfferPage {...gone} />;
  if (seller)
    return <ContactSeller seller={seller} form={<MessageForm {...form} isToSeller actionData={actionData} />} />;
  return (
    <>
      <PageHead title="Contact" subtitle={subtitle}>
        {sent && !actionData && <SentMessage sent={sent} />}
        <p>
          <ActionLink href="#ways" icon="phone">
            Call or visit us
          </ActionLink>
        </p>
      </PageHead>
      <section className="columns columns-wide">
        <MessageForm {...form} actionData={actionData} />
        <div className="stack">
          <div id="ways">
            <HeadCards cards={cards.map(({ id, ...card }) => ({ ...card, icon: cardIcons[id] }))} />
          </div>
          <div id="faq">
            <h2>FAQ</h2>
            {faq.map(({ question, answer: text }, position) => (
              <Question key={question} title={question} isOpen={position === 0}>
                <p>{text}</p>
              </Question>
            ))}
          </div>
          <p className="row">
            <ButtonLink href={paths.status()}>Where is my request?</ButtonLink>{' '}
            <ButtonLink href={paths.newAppointment()}>Book a visit</ButtonLink>{' '}
            <ButtonLink href={paths.sell()}>Sell yours</ButtonLink>{' '}
            <ButtonLink href={paths.browse()}>Browse</ButtonLink>
          </p>
        </div>
      </section>
    </>
  );
}

type ContactSellerProps = { seller: NonNullable<Contact['seller']>; form: ReactNode };

/** The contact screen for a message about a user's listing: only its seller reads it. */
function ContactSeller({ seller: { name, advice, signInHref }, form }: ContactSellerProps) {
  return (
    <>
      <PageHead
        title="Contact Seller"
        subtitle={`${name === privateSeller ? 'The seller' : name} reads your message and answers it here.`}
      />
      <section className="columns columns-wide">
        {form}
        <div className="stack">
          <h2>How it works</h2>
          <p>
            Your message goes through this site. Neither of you sees the other’s phone or email before its owner presses
            Share.
          </p>
          {signInHref && (
            <p>
              You get a private link, where the answer will appear. <a href={signInHref}>Sign in first</a>, and you find
              it on your profile.
            </p>
          )}
          <FraudAdvice advice={advice} />
        </div>
      </section>
    </>
  );
}

type MessageFormProps = Pick<
  Contact,
  'action' | 'subjects' | 'goneNotice' | 'idempotencyKey' | 'values' | 'constraints'
> & {
  /** Addressed to a seller, who needs neither category nor priority. */
  isToSeller?: boolean;
  actionData: RejectedForm | undefined;
};

function MessageForm(props: MessageFormProps) {
  const { action, subjects, idempotencyKey, values: filledIn, constraints, isToSeller = false, actionData } = props;
  const { message, errors = {} } = actionData ?? {};
  const values: Record<string, string | undefined> = { ...filledIn, ...actionData?.values };
  const field = (name: MessageField) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: errors[name],
    constraints: constraints.fields[name],
  });
  return (
    <CheckedForm
      className="stack"
      id="send"
      action={action}
      constraints={constraints}
      failure={errorTexts.message_failed}
    >
      <h2>Send a message</h2>
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey || idempotencyKey} />
      <input type="hidden" name="about" value={values.about} />
      <FormErrors message={message} errors={errors} />
      {props.goneNotice && !errors.about && <FlashMessage kind="error" text={props.goneNotice} />}
      {subjects.length > 0 && (
        <p>
          About{' '}
          {subjects.map(({ name, href }, position) => (
            <span key={name}>
              {position > 0 && ', '}
              {href ? <a href={href}>{name}</a> : <b>{name}</b>}
            </span>
          ))}
          . <a href={paths.contact()}>Write about something else</a>
        </p>
      )}
      <div className="stack message-fields">
        <div className="auto-columns">
          <TextField {...field('name')} autoComplete="name" />
          <TextField
            {...field('email')}
            type="email"
            autoComplete="email"
            help={isToSeller ? 'Shown to the seller only once you share it' : undefined}
          />
          <TextField
            {...field('phone')}
            type="tel"
            autoComplete="tel"
            help={isToSeller ? 'Optional, and shown only once you share it' : 'Optional'}
          />
          {!isToSeller && (
            <SelectField
              name="category"
              label="Category"
              choices={createLabelledChoices(contactCategories)}
              value={values.category}
              error={errors.category}
              emptyText={null}
            />
          )}
        </div>
        <TextField {...field('subject')} />
        {!isToSeller && (
          <SelectField
            name="priority"
            label="Priority"
            choices={createLabelledChoices(contactPriorities)}
            value={values.priority}
            error={errors.priority}
            emptyText={null}
          />
        )}
        <TextAreaField {...field('message')} counter={messageCounter} />
        <HoneypotField />
        <FormActions message={message}>
          <Button kind="primary" busyText="Sending...">
            Send Message
          </Button>
        </FormActions>
      </div>
    </CheckedForm>
  );
}
