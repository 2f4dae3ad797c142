import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { branchLabels as labels, maxSlots, newBranch } from '~/domain/appointments/slots';
import { getWeekdayName } from '~/domain/shared/dates';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { CheckField, DefaultButton, KeyField, TextAreaField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import type { ScreenHandle } from '~/ui/screen-kind';
import { AuditTrail, FieldCell, LinkedEntry } from '../../parts';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Branches', 'Where visits are booked, with hours and places.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Where visits are booked (docs/product.md, "Appointments"). */
export default function Branches() {
  const { branch, lines, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  if (branch) {
    return (
      <DeskPage title={branch.title} back={{ text: 'Branches', href: deskPaths.branches() }}>
        <div className="stack">
          <BranchForm branch={branch} rejected={rejected} />
        </div>
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Branches" back={{ text: 'Shop', href: deskPaths.shop() }}>
      <div className="stack">
        <p>Visits are booked at these branches, within their hours, as many at a time as there are places.</p>
        <ul className="entry-list">
          {lines.map(({ id, name, text, isBookable }) => (
            <LinkedEntry
              key={id}
              title={name}
              href={deskPaths.branches(id)}
              aside={!isBookable && <StatusChip tone="off">Takes no visits</StatusChip>}
            >
              <p className="note">{text}</p>
            </LinkedEntry>
          ))}
        </ul>
        <p>
          <ButtonLink href={deskPaths.branches(newBranch)}>Add a branch</ButtonLink>
        </p>
      </div>
    </DeskPage>
  );
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const slotRows = Array.from({ length: maxSlots }, (_, row) => row);
const slotNames = ['starts', 'ends', 'testRidePlaces', 'servicePlaces', 'purchasePlaces'] as const;

type BranchFormProps = { branch: NonNullable<Data['branch']>; rejected: RejectedForm | undefined };

function BranchForm({ branch: { id, version, actions, ...branch }, rejected }: BranchFormProps) {
  const values: Readonly<Record<string, string>> = rejected?.values ?? branch.values;
  const field = (name: string, label: string) => ({
    name,
    label,
    value: values[name],
    error: rejected?.errors[name],
    readings: rejected?.readings?.[name],
  });
  return (
    <>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <form method="post" action={deskPaths.branches(id)} className="stack">
        {rejected?.readings && <DefaultButton />}
        <input type="hidden" name="version" value={values.version ?? version} />
        <KeyField values={values} />
        <TextField {...field('name', labels.name)} />
        <TextField {...field('address', labels.address)} />
        <CheckField name="isBookable" label={labels.isBookable} isChecked={values.isBookable === 'on'} />
        <h2>Opening hours</h2>
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
        <h2>Times and places</h2>
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
