import { longestLine, messageLabels, shortestText } from '~/domain/messages/message';
import type { RejectedForm } from '~/http/form-response.server';
import { paths } from '~/paths';
import { choicesOf, SelectField, TextAreaField, TextField, TrapField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Button } from '~/ui/primitives/button';

type HelpFormProps = {
  issueTypes: readonly string[];
  idempotencyKey: string;
  /** The signed-in user. */
  sender: { name: string; email: string } | null;
  actionData: RejectedForm | undefined;
};

/** The help form (docs/product.md, "Support"): a contact message of category support, the issue type its subject. */
export function HelpForm({ issueTypes, idempotencyKey, sender, actionData }: HelpFormProps) {
  const values: Record<string, string | undefined> = { ...sender, ...actionData?.values };
  const field = (name: keyof typeof messageLabels) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: actionData?.errors[name],
  });
  return (
    <form method="post" action={paths.support()} className="stack">
      <h2 id="help">Get Help</h2>
      <p>Tell us what is wrong, and it is looked at by a person. Messages are answered within 24 hours.</p>
      {actionData?.message && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <input type="hidden" name="idempotencyKey" value={values.idempotencyKey || idempotencyKey} />
      <SelectField {...field('subject')} label="Issue Type" choices={choicesOf(issueTypes)} required />
      <div className="auto-columns">
        <TextField
          {...field('name')}
          required
          minLength={shortestText.name}
          maxLength={longestLine.name}
          autoComplete="name"
        />
        <TextField {...field('email')} type="email" required autoComplete="email" />
      </div>
      <TextAreaField {...field('message')} required minLength={shortestText.message} />
      <TrapField />
      <p>
        <Button kind="primary" busyText="Sending...">
          Send Message
        </Button>
      </p>
    </form>
  );
}
