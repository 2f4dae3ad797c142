import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { errorTexts } from '~/domain/shared/error-texts';
import { privateSeller } from '~/domain/listings/listing';
import { type MessageField, messageCounter, messageLabels } from '~/domain/messages/message';
import type { RejectedForm } from '~/submit/form-response.server';
import { privateUrlHeaders } from '~/http/responses.server';
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
import { contactCategories, contactPriorities } from '~db/enums';
import type { loadContact, loader } from './route.server';

export { action, loader } from './route.server';

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

type Contact = ReturnType<typeof loadContact>;

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
