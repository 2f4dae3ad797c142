import type { ReactNode } from 'react';
import { formatCount } from '~/domain/shared/money';
import { HiddenFields } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { RejectedForm } from '~/submit/form-response.server';

/** In place of ticks, also for the rows of further pages. */
export function AllOfList({ count }: { count: number }) {
  return (
    <label className="pick-all">
      <input type="checkbox" name="all" value="1" /> {`All ${formatCount(count)} of this list`}
    </label>
  );
}

/** 'all 57 vehicles of this list'. @param total of which only the first are changed by one press */
export const describeWhole = (count: number, total: number, what: string): string =>
  count < total
    ? `the first ${formatCount(count)} of ${formatCount(total)} ${what}`
    : `all ${formatCount(count)} ${what} of this list`;

type WholeListFormProps = {
  action: string;
  back: string;
  question: string;
  button: string;
  isDanger: boolean;
  intent: string;
  /** Of the list as it is shown. */
  mark: string;
  rejected: Pick<RejectedForm, 'message' | 'errors'> | null | undefined;
  children?: ReactNode;
};

/** Asks before something is done with a whole list (docs/product.md, "The desk"). */
export function WholeListForm(props: WholeListFormProps) {
  const { action, back, question, button, isDanger, intent, mark, rejected, children } = props;
  return (
    <form method="post" action={action} className="stack" noValidate>
      {rejected?.message && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <h2>{question}</h2>
      <HiddenFields fields={{ intent, mark, all: '1' }} />
      {children}
      <p className="row">
        <Button kind={isDanger ? 'danger' : 'primary'}>{button}</Button>
        <ButtonLink href={back}>Leave it</ButtonLink>
      </p>
    </form>
  );
}
