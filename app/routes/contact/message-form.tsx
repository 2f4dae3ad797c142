import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import {
  isMessageField,
  longestLine,
  type MessageField,
  messageCounter,
  messageLabels,
  shortestText,
  validateMessageField,
} from '~/domain/messages/message';
import { fixErrors } from '~/domain/shared/result';
import type { RejectedForm } from '~/http/form-response.server';
import { paths } from '~/paths';
import { labelledChoices, SelectField, TextAreaField, TextField, TrapField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { useLiveForm } from '~/ui/forms/use-live-form';
import { Button } from '~/ui/primitives/button';
import { contactCategories, contactPriorities } from '~db/enums';
import type { Contact } from './contact.loader.server';

type MessageFormProps = Pick<Contact, 'action' | 'subjects' | 'idempotencyKey' | 'values'> & {
  /** Addressed to a seller, who needs neither category nor priority. */
  isToSeller?: boolean;
  actionData: RejectedForm | undefined;
};

const fields: readonly string[] = Object.keys(messageLabels);
const validate = (field: string, text: string): string | null =>
  isMessageField(field) ? validateMessageField(field, text) : null;

/** The contact form (docs/product.md, "Contact"): a plain form, which scripts check while it is filled in. */
export function MessageForm(props: MessageFormProps) {
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
        <p>
          <Button kind="primary">{isSending ? 'Sending...' : 'Send Message'}</Button>
        </p>
      </fieldset>
    </Form>
  );
}
