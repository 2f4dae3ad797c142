import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { errorTexts } from '~/domain/shared/error-texts';
import { quickReplies } from '~/domain/conversations/conversation';
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
import { Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Facts, Photo } from '~/ui/vehicles/card-parts';
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
      <PageHead
        title="Contact"
        subtitle={subtitle}
        action={
          <span className="ways-link">
            <ActionLink href="#ways" icon="phone">
              Call or visit us
            </ActionLink>
          </span>
        }
      />
      {sent && !actionData && (
        <div className="section">
          <SentMessage sent={sent} />
        </div>
      )}
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
            <ButtonLink href={paths.sell()}>Sell your vehicle</ButtonLink>{' '}
            <ButtonLink href={paths.browse()}>Browse</ButtonLink>
          </p>
        </div>
      </section>
    </>
  );
}

type ContactSellerProps = { seller: NonNullable<Contact['seller']>; form: ReactNode };

/** The contact screen for a message about a user's listing: only its seller reads it. */
function ContactSeller({ seller: { name, vehicle, advice, signInHref }, form }: ContactSellerProps) {
  return (
    <>
      <PageHead
        title="Contact Seller"
        {...(vehicle && { back: { text: 'Back to the vehicle', href: vehicle.href } })}
      />
      <section className="contact-seller" aria-label="Message to the seller">
        {vehicle && (
          <div className="asked-about">
            <div className="picture">
              {vehicle.photo ? (
                <Photo photo={vehicle.photo} alt={vehicle.name} sizes="(min-width: 64rem) 24rem, 7rem" isFirst />
              ) : (
                <Drawing of={vehicle.drawing.bodyStyle} colours={vehicle.drawing} />
              )}
            </div>
            <div>
              <Price rupees={vehicle.rupees} />
              <h2>
                <a href={vehicle.href}>{vehicle.name}</a>
              </h2>
              <Facts facts={vehicle.facts} />
            </div>
          </div>
        )}
        {form}
        <div className="stack">
          <p>
            {`${name === privateSeller ? 'The seller' : name} reads your message and answers it here. Neither of you sees the other’s phone or email before its owner presses Share.`}
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
  'action' | 'subjects' | 'goneNotice' | 'idempotencyKey' | 'values' | 'constraints' | 'sender' | 'hasOwnSubject'
> & {
  /** Addressed to a seller, who needs neither category nor priority. */
  isToSeller?: boolean;
  actionData: RejectedForm | undefined;
};

/** Fields that are filled in already, folded until they are to be changed or are wrong. */
function Folded({ title, isOpen, children }: { title: ReactNode; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="folded-fields" open={isOpen || undefined}>
      <summary>
        {title}
        <span className="action-link">Change</span>
      </summary>
      <div className="auto-columns">{children}</div>
    </details>
  );
}

/** One of them is written before the message by the server, so that nothing has to be typed. */
function ReadyQuestions({ question }: { question: string | undefined }) {
  return (
    <fieldset className="ready-questions">
      <legend className="unseen">What do you ask?</legend>
      {[...quickReplies.buyer, ''].map((text) => (
        <label className="pill" key={text}>
          <input type="radio" name="question" value={text} defaultChecked={text === question} />
          {text || 'Only my words'}
        </label>
      ))}
    </fieldset>
  );
}

function MessageForm(props: MessageFormProps) {
  const { action, subjects, idempotencyKey, values: filledIn, constraints, sender } = props;
  const { isToSeller = false, hasOwnSubject, actionData } = props;
  const { message, errors = {} } = actionData ?? {};
  const values: Record<string, string | undefined> = { ...filledIn, ...actionData?.values };
  // After an error, the choice of the sender: none of the questions is one too. A message that is filled in needs none.
  const question = actionData ? (values.question ?? '') : values.message ? '' : quickReplies.buyer[0];
  const field = (name: MessageField) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: errors[name],
    constraints: constraints.fields[name],
  });
  const senderFields = (
    <>
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
    </>
  );
  return (
    <CheckedForm
      className="stack"
      id="send"
      action={action}
      constraints={constraints}
      failure={errorTexts.message_failed}
    >
      <h2 className={isToSeller ? 'unseen' : undefined}>Send a message</h2>
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey || idempotencyKey} />
      <input type="hidden" name="about" value={values.about} />
      <FormErrors message={message} errors={errors} />
      {props.goneNotice && !errors.about && <FlashMessage kind="error" text={props.goneNotice} />}
      {subjects.length > 0 && !isToSeller && (
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
        {isToSeller && !hasOwnSubject && !errors.subject ? (
          <input type="hidden" name="subject" value={values.subject} />
        ) : (
          <TextField {...field('subject')} />
        )}
        {isToSeller && <ReadyQuestions question={question} />}
        <TextAreaField
          {...field('message')}
          counter={messageCounter}
          // A question is a message of its own; the server checks what it is sent without one.
          {...(isToSeller && { constraints: {}, rows: 2 })}
        />
        {sender === null ? (
          <div className="auto-columns">{senderFields}</div>
        ) : (
          <Folded
            title={
              <span>
                As <b>{values.name || sender}</b>
              </span>
            }
            isOpen={Boolean(errors.name || errors.email || errors.phone)}
          >
            {senderFields}
          </Folded>
        )}
        {!isToSeller && (
          <Folded
            title={<span>{`Category: ${values.category}, priority: ${values.priority}`}</span>}
            isOpen={Boolean(errors.category || errors.priority)}
          >
            <SelectField
              name="category"
              label="Category"
              choices={createLabelledChoices(contactCategories)}
              value={values.category}
              error={errors.category}
              emptyText={null}
            />
            <SelectField
              name="priority"
              label="Priority"
              choices={createLabelledChoices(contactPriorities)}
              value={values.priority}
              error={errors.priority}
              emptyText={null}
            />
          </Folded>
        )}
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
