import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { appointmentLabels as labels } from '~/domain/appointments/appointment';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldGrid, WholeLine } from '~/ui/desk/folds';
import { HiddenFields, KeyField, SelectField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Book a visit', 'Add a visit for a customer who called or came by.');

export default function NewVisit() {
  const { branch, branches, kind, kinds, day, days, slot, slots, vehicles, unfinished } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  const { values, errors } = rejected ?? {};
  const isService = kind === 'service';
  return (
    <DeskPage title="Book a visit" back={{ text: 'the visits', href: deskPaths.visits({ day, branch }) }}>
      <div className="stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <form action={deskPaths.newVisit()} className="stack">
          <FieldGrid>
            <SelectField name="kind" label="For" choices={kinds} value={kind} emptyText={null} />
            <WholeLine>
              <SelectField
                name="branch"
                label={labels.branch}
                choices={branches}
                value={branch ?? ''}
                emptyText={null}
              />
            </WholeLine>
            <WholeLine>
              <SelectField name="day" label={labels.day} choices={days} value={day ?? ''} emptyText={null} />
            </WholeLine>
          </FieldGrid>
          <p>
            <Button>Show the free hours</Button>
          </p>
        </form>
        <form method="post" action={deskPaths.newVisit({ branch, day, kind })} className="stack" noValidate>
          <KeyField values={values} />
          <HiddenFields fields={{ kind, ...(branch && { branch }), ...(day && { day }) }} />
          <FieldGrid>
            <WholeLine>
              <SelectField
                name="slot"
                label={labels.slot}
                choices={slots}
                value={values?.slot ?? slot}
                emptyText="Choose an hour"
                error={errors?.slot ?? errors?.day ?? errors?.branch}
              />
            </WholeLine>
            <TextField name="name" label={labels.name} value={values?.name} error={errors?.name} autoComplete="off" />
            <TextField
              name="phone"
              label={labels.phone}
              type="tel"
              value={values?.phone}
              error={errors?.phone}
              autoComplete="off"
            />
            <WholeLine>
              <TextField
                name="email"
                label={labels.email}
                type="email"
                help="Optional: the customer gets a mail with a link"
                value={values?.email}
                error={errors?.email}
                autoComplete="off"
              />
            </WholeLine>
            {isService ? (
              <>
                <TextField
                  name="ownVehicle"
                  label={labels.ownVehicle}
                  value={values?.ownVehicle}
                  error={errors?.ownVehicle}
                />
                <TextField
                  name="registrationNumber"
                  label={labels.registrationNumber}
                  value={values?.registrationNumber}
                  error={errors?.registrationNumber}
                />
              </>
            ) : (
              <WholeLine>
                <SelectField
                  name="vehicle"
                  label={labels.vehicle}
                  choices={vehicles}
                  value={values?.vehicle ?? ''}
                  emptyText="No vehicle yet"
                  error={errors?.vehicle}
                />
              </WholeLine>
            )}
          </FieldGrid>
          <p className="note">The visit is confirmed at once. Tell the customer.</p>
          <p>
            <Button kind="primary" busyText="Saving...">
              Add the visit
            </Button>
          </p>
        </form>
      </div>
    </DeskPage>
  );
}
