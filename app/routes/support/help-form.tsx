import { longestLine, messageLabels, shortestText } from '~/domain/messages/limits';
import type { RefusedForm } from '~/doors/form-door.server';
import { paths } from '~/paths';
import { choicesOf, SelectField } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { TextAreaField, TextField } from '~/ui/forms/text-field';
import { TrapField } from '~/ui/forms/trap-field';
import { Button } from '~/ui/signs/button';

type HelpFormProps = {
  issueTypes: readonly string[];
  submissionId: string;
  /** Who is signed in. */
  sender: { name: string; email: string } | null;
  answer: RefusedForm | undefined;
};

/** The help form (docs/product.md, "Support"): a contact message of category support, the issue type its subject. */
export function HelpForm({ issueTypes, submissionId, sender, answer }: HelpFormProps) {
  const values: Record<string, string | undefined> = { ...sender, ...answer?.values };
  const field = (name: keyof typeof messageLabels) => ({
    name,
    label: messageLabels[name],
    value: values[name],
    error: answer?.errors[name],
  });
  return (
    <form method="post" action={paths.support()} className="stack">
      <h2 id="help">Get Help</h2>
      <p>Tell us what is wrong, and it is looked at by a person. Messages are answered within 24 hours.</p>
      {answer?.message && <ErrorSummary message={answer.message} errors={answer.errors} />}
      <input type="hidden" name="submissionId" value={values.submissionId || submissionId} />
      <SelectField {...field('subject')} label="Issue Type" choices={choicesOf(issueTypes)} required />
      <div className="two">
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
        <Button kind="go" busyText="Sending...">
          Send Message
        </Button>
      </p>
    </form>
  );
}
