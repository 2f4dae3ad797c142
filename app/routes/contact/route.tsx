import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  Form,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { privateSeller } from '~/domain/listings/listing';
import {
  isMessageField,
  longestLine,
  type MessageField,
  messageCounter,
  messageFailed,
  messageLabels,
  shortestText,
  validateMessageField,
} from '~/domain/messages/message';
import { fixErrors } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { formSenderHeaders } from '~/http/cookies.server';
import { type RejectedForm, rejectionHeaders } from '~/http/form-response.server';
import { messageFormAction } from '~/http/message-form.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { labelledChoices, SelectField, TextAreaField, TextField, TrapField } from '~/ui/forms/field';
import { ErrorSummary, FormActions } from '~/ui/forms/form-messages';
import { responseUnlessBroken, unlessPosted, useLiveForm } from '~/ui/forms/use-live-form';
import { FraudAdvice } from '~/ui/lists/account-lists';
import { SentMessage } from '~/ui/page/flash-message';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Question } from '~/ui/page/text-blocks';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import { contactCategories, contactPriorities } from '~db/enums';
import { type Contact, loadContact } from './contact.loader.server';

export const handle: ScreenHandle = {
  kind: 'interactive',
  stylesheets: ['field', 'link-cards', 'disclosure', 'message-form', 'conversation', 'safety-tips'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta(
    'Contact',
    'Write, call or visit us: messages are answered within 24 hours. Five common questions, answered.',
  );

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const contact = loadContact(request, runtime);
  // The response to a message to a seller contains a private link.
  return json(contact, { headers: contact.seller ? formSenderHeaders(request, getActor(request, runtime)) : {} });
}

export const action = messageFormAction({ sentPath: (sent) => paths.contact({ sent }) });

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<RejectedForm>(), messageFailed);

/** A message whose subject no longer exists may have another recipient, and needs the screen again. */
export function shouldRevalidate(revalidation: ShouldRevalidateFunctionArgs): boolean {
  const { errors }: Partial<RejectedForm> = revalidation.actionResult ?? {};
  return errors?.about !== undefined || unlessPosted(revalidation);
}

const cardIcons: Readonly<Record<Contact['cards'][number]['id'], IconName>> = {
  phone: 'phone',
  email: 'mail',
  visit: 'pin',
  chat: 'chat',
};

/** Ways to reach the business, the contact form and five questions (docs/product.md, "Contact"). */
export default function ContactScreen() {
  const { subtitle, cards, faq, reference, seller, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  if (seller)
    return <ContactSeller seller={seller} form={<MessageForm {...form} isToSeller actionData={actionData} />} />;
  return (
    <>
      <PageHead title="Contact" subtitle={subtitle}>
        {reference && !actionData && <SentMessage reference={reference} />}
        <HeadCards cards={cards.map(({ id, ...card }) => ({ ...card, icon: cardIcons[id] }))} />
      </PageHead>
      <section className="columns columns-wide">
        <MessageForm {...form} actionData={actionData} />
        <div className="stack">
          <div id="faq">
            <h2>FAQ</h2>
            {faq.map(({ id, question, answer: text }, position) => (
              <Question key={id} title={question} isOpen={position === 0}>
                <p>{text}</p>
              </Question>
            ))}
          </div>
          <p className="row">
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
              You get a private link, where the answer will stand. <a href={signInHref}>Sign in first</a>, and you find
              it on your profile.
            </p>
          )}
          <FraudAdvice advice={advice} />
        </div>
      </section>
    </>
  );
}

type MessageFormProps = Pick<Contact, 'action' | 'subjects' | 'idempotencyKey' | 'values'> & {
  /** Addressed to a seller, who needs neither category nor priority. */
  isToSeller?: boolean;
  actionData: RejectedForm | undefined;
};

const fields: readonly string[] = Object.keys(messageLabels);
const validate = (field: string, text: string): string | null =>
  isMessageField(field) ? validateMessageField(field, text) : null;

/** The contact form (docs/product.md, "Contact"): a plain form, which scripts check while it is filled in. */
function MessageForm(props: MessageFormProps) {
  const { action, subjects, idempotencyKey: freshId, values: filledIn, isToSeller = false, actionData } = props;
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const { message, errors, formProps } = useLiveForm({ actionData, fields, validate, summary: fixErrors });
  const values: Record<string, string | undefined> = { ...filledIn, ...actionData?.values };
  const [idempotencyKey] = useState(values.idempotencyKey || freshId);
  const [length, setLength] = useState(values.message?.length ?? 0);
  const field = (name: MessageField) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: errors[name],
  });
  return (
    <Form
      className="stack"
      id="send"
      method="post"
      action={action}
      {...formProps}
      onInput={(event) => {
        if (event.target instanceof HTMLTextAreaElement) setLength(event.target.value.length);
        formProps.onInput(event);
      }}
    >
      <h2>Send a message</h2>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="about" value={values.about} />
      {message && <ErrorSummary message={message} errors={errors} />}
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
      <fieldset className="flush stack" disabled={isSending}>
        <div className="auto-columns">
          <TextField
            {...field('name')}
            required
            minLength={shortestText.name}
            maxLength={longestLine.name}
            autoComplete="name"
          />
          <TextField
            {...field('email')}
            type="email"
            required
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
              choices={labelledChoices(contactCategories)}
              value={values.category}
              error={errors.category}
              emptyText={null}
            />
          )}
        </div>
        <TextField {...field('subject')} required minLength={shortestText.subject} maxLength={longestLine.subject} />
        {!isToSeller && (
          <SelectField
            name="priority"
            label="Priority"
            choices={labelledChoices(contactPriorities)}
            value={values.priority}
            error={errors.priority}
            emptyText={null}
          />
        )}
        <TextAreaField
          {...field('message')}
          required
          minLength={shortestText.message}
          help={`${length}/${messageCounter}`}
        />
        <TrapField />
        <FormActions message={message}>
          <Button kind="primary" isBusy={isSending}>
            {isSending ? 'Sending...' : 'Send Message'}
          </Button>
        </FormActions>
      </fieldset>
    </Form>
  );
}
