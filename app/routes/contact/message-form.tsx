import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { fixErrors } from '~/domain/fix-errors';
import {
  contactCategories,
  contactPriorities,
  longestLine,
  type MessageField,
  messageCounter,
  messageLabels,
  shortestText,
} from '~/domain/messages/limits';
import { isMessageField, messageFault } from '~/domain/messages/message-rules';
import type { RefusedForm } from '~/doors/form-door.server';
import { paths } from '~/paths';
import { SelectField } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { spokenChoices } from '~/ui/forms/spoken';
import { TextAreaField, TextField } from '~/ui/forms/text-field';
import { TrapField } from '~/ui/forms/trap-field';
import { useLiveForm } from '~/ui/forms/use-live-form';
import { Button } from '~/ui/signs/button';
import type { Contact } from './load-contact.server';

type MessageFormProps = Pick<Contact, 'action' | 'subjects' | 'submissionId' | 'values'> & {
  /** A seller reads it, whom neither category nor priority helps. */
  isToSeller?: boolean;
  answer: RefusedForm | undefined;
};

const fields: readonly string[] = Object.keys(messageLabels);
const faultOf = (field: string, text: string): string | null =>
  isMessageField(field) ? messageFault(field, text) : null;

/** The contact form (docs/product.md, "Contact"): a plain form, which scripts check while it is filled in. */
export function MessageForm(props: MessageFormProps) {
  const { action, subjects, submissionId: freshId, values: filledIn, isToSeller = false, answer } = props;
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const { message, errors, formProps } = useLiveForm({ answer, fields, faultOf, summary: fixErrors });
  const values: Record<string, string | undefined> = { ...filledIn, ...answer?.values };
  const [submissionId] = useState(values.submissionId || freshId);
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
      <input type="hidden" name="submissionId" value={submissionId} />
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
        <div className="two">
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
              choices={spokenChoices(contactCategories)}
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
            choices={spokenChoices(contactPriorities)}
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
          <Button kind="go">{isSending ? 'Sending...' : 'Send Message'}</Button>
        </p>
      </fieldset>
    </Form>
  );
}
