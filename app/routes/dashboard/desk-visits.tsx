import { branchLabels as labels, maxSlots, newBranch } from '~/domain/appointments/slots';
import { getWeekdayName } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { CheckField, DefaultButton, KeyField, TextAreaField, TextField } from '~/ui/forms/field';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { AuditTrail, type DeskActionData, FieldCell, LinkedEntry, OpenItemHead } from './desk-parts';
import type { BranchLine, OpenBranch } from './desk-sections.loader.server';

export function BranchList({ lines }: { lines: readonly BranchLine[] }) {
  return (
    <>
      <p>Visits are booked at these branches, within their hours, as many at a time as there are places.</p>
      <ul className="entry-list">
        {lines.map(({ id, name, text, isBookable }) => (
          <LinkedEntry
            key={id}
            title={name}
            href={paths.desk({ show: 'branches', open: id })}
            aside={!isBookable && <StatusChip tone="off">Takes no visits</StatusChip>}
          >
            <p className="note">{text}</p>
          </LinkedEntry>
        ))}
      </ul>
      <p>
        <ButtonLink href={paths.desk({ show: 'branches', open: newBranch })}>Add a branch</ButtonLink>
      </p>
    </>
  );
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const slotRows = Array.from({ length: maxSlots }, (_, row) => row);
const slotNames = ['starts', 'ends', 'testRidePlaces', 'servicePlaces', 'purchasePlaces'] as const;

type BranchFormProps = { branch: OpenBranch; actionData: DeskActionData | undefined };

export function BranchForm({ branch: { id, title, version, actions, ...branch }, actionData }: BranchFormProps) {
  const values: Readonly<Record<string, string>> = actionData?.values ?? branch.values;
  const field = (name: string, label: string) => ({
    name,
    label,
    value: values[name],
    error: actionData?.errors[name],
    readings: actionData?.readings?.[name],
  });
  return (
    <>
      <OpenItemHead title={title} listHref={paths.desk({ show: 'branches' })} actionData={actionData} />
      <form method="post" action={paths.desk({ show: 'branches', open: id })} className="stack">
        {actionData?.readings && <DefaultButton />}
        <input type="hidden" name="version" value={values.version ?? version} />
        <KeyField values={values} />
        <TextField {...field('name', labels.name)} />
        <TextField {...field('address', labels.address)} />
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
                <th scope="row">{getWeekdayName(weekday)}</th>
                {(['opens', 'closes'] as const).map((name) => (
                  <FieldCell
                    key={name}
                    {...field(`hours.${weekday - 1}.${name}`, `${getWeekdayName(weekday)}, ${labels[name]}`)}
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
            {slotRows.map((row) => (
              <tr key={row}>
                {slotNames.map((name) => (
                  <FieldCell
                    key={name}
                    {...field(`slots.${row}.${name}`, `${labels[name]}, row ${row + 1}`)}
                    inputMode={name.endsWith('Places') ? 'numeric' : undefined}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <TextAreaField
          {...field('closedDays', labels.closedDays)}
          help="One on each line, such as 2026-12-25. Visits already booked stay: cancel them in the agenda."
        />
        <p>
          <Button kind="primary">Save</Button>
        </p>
      </form>
      <AuditTrail actions={actions} />
    </>
  );
}
