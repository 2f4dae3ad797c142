import type { ReactNode } from 'react';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { BulkBar, ListTools } from '~/ui/desk/rows';
import { FieldNotes, KeyField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Button } from '~/ui/primitives/button';
import { People, type QueueRow } from '../queue';

type PeopleFormProps = {
  action: string;
  total: number;
  rows: readonly QueueRow[];
  /** What can be done with the ticked rows, the first by default. */
  choices: readonly { value: string; label: string }[];
  actionData: RejectedForm | undefined;
  children?: ReactNode;
};

/** A list of customers, of which several can be handled at once (docs/product.md, "Requests at the desk"). */
export function PeopleForm({ action, total, rows, choices, actionData, children }: PeopleFormProps) {
  const values = actionData?.values ?? {};
  return (
    <>
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <form method="post" action={action}>
        <KeyField values={actionData?.values} />
        <ListTools all={`All ${formatCount(total)}`}>{children}</ListTools>
        <People rows={rows} chosen={(values.chosen ?? '').split(' ')} />
        <BulkBar legend="What to do with the ticked ones">
          <FieldNotes name="chosen" error={actionData?.errors.chosen} />
          <select name="what" aria-label="What to do with the ticked ones" defaultValue={values.what}>
            {choices.map(({ value, label }) => (
              <option key={value} value={value} data-key={value === 'done' ? 'e' : undefined}>
                {label}
              </option>
            ))}
          </select>
          <Button kind="primary">Do it</Button>
        </BulkBar>
      </form>
    </>
  );
}
