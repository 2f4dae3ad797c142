import { branchLabels as labels, mostSlots, newBranch } from '~/domain/appointments/slots';
import { weekdayName } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { CheckField, controlProps, FieldNotes, type FieldText, TextAreaField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { type DeskActionData, WhatWasDone, type ShownAuditEvent } from './desk-parts';

/** A branch in the list: where it is and when it is open. */
export type BranchLine = { id: string; name: string; text: string; isBookable: boolean };

export function BranchList({ lines }: { lines: readonly BranchLine[] }) {
  return (
    <>
      <p>Visits are booked at these branches, within their hours, as many at a time as there are places.</p>
      <ul className="entry-list">
        {lines.map(({ id, name, text, isBookable }) => (
          <li key={id}>
            <div>
              <h3>
                <a href={paths.desk({ show: 'branches', open: id })}>{name}</a>
              </h3>
              <p className="note">{text}</p>
            </div>
            {!isBookable && <StatusChip tone="off">Takes no visits</StatusChip>}
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink href={paths.desk({ show: 'branches', open: newBranch })}>Add a branch</ButtonLink>
      </p>
    </>
  );
}

export type OpenBranch = {
  id: string;
  title: string;
  version: number;
  /** Stored values as a form sends them. */
  values: Readonly<Record<string, string>>;
  actions: readonly ShownAuditEvent[];
};

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const rows = Array.from({ length: mostSlots }, (_, row) => row);
const slotNames = ['starts', 'ends', 'testRidePlaces', 'servicePlaces', 'purchasePlaces'] as const;

type CellProps = FieldText & { value: string | undefined; isNumber?: boolean };

/** A field of a table, named by its row and column. */
function Cell({ value, isNumber = false, ...text }: CellProps) {
  return (
    <td>
      <input
        type="text"
        defaultValue={value}
        aria-label={text.label}
        inputMode={isNumber ? 'numeric' : undefined}
        {...controlProps(text)}
      />
      <FieldNotes {...text} />
    </td>
  );
}

type BranchFormProps = { branch: OpenBranch; actionData: DeskActionData | undefined };

/** Opening hours of a branch, the times of visits with their places, and closed days. */
export function BranchForm({ branch: { id, title, version, actions, ...branch }, actionData }: BranchFormProps) {
  const values: Readonly<Record<string, string>> = actionData?.values ?? branch.values;
  const field = (name: string, label: string) => ({
    name,
    label,
    value: values[name],
    error: actionData?.errors[name],
  });
  return (
    <>
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <p>
        <ActionLink href={paths.desk({ show: 'branches' })} icon="back">
          Back to the list
        </ActionLink>
      </p>
      <h3>{title}</h3>
      <form method="post" action={paths.desk({ show: 'branches', open: id })} className="stack">
        <input type="hidden" name="version" value={values.version ?? version} />
        <TextField {...field('name', labels.name)} maxLength={60} />
        <TextField {...field('address', labels.address)} maxLength={200} />
        <CheckField name="isBookable" label={labels.isBookable} isChecked={values.isBookable === 'on'} />
        <h4>Opening hours</h4>
        <p className="note">Times such as 09:30, in India. Empty on days on which it is closed.</p>
        <table className="times">
          <thead>
            <tr>
              <td />
              <th scope="col">{labels.opens}</th>
              <th scope="col">{labels.closes}</th>
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday)}</th>
                {(['opens', 'closes'] as const).map((name) => (
                  <Cell
                    key={name}
                    {...field(`hours.${weekday - 1}.${name}`, `${weekdayName(weekday)}, ${labels[name]}`)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <h4>Times and places</h4>
        <p className="note">
          One after the other. A time counts on the days on which the branch is open for all of it; 0 places: none of
          that kind.
        </p>
        <table className="times">
          <thead>
            <tr>
              {slotNames.map((name) => (
                <th key={name} scope="col">
                  {labels[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {slotNames.map((name) => (
                  <Cell
                    key={name}
                    {...field(`slots.${row}.${name}`, `${labels[name]}, row ${row + 1}`)}
                    isNumber={name.endsWith('Places')}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <TextAreaField
          {...field('closedDays', labels.closedDays)}
          help="One on each line, such as 2026-12-25. Visits already booked stay: call them off in the agenda."
        />
        <p>
          <Button kind="primary">Save</Button>
        </p>
      </form>
      <WhatWasDone actions={actions} />
    </>
  );
}
