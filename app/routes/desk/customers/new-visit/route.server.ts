import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { kindNames } from '~/domain/appointments/appointment';
import { findBookableBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import { addAppointment } from '~/domain/appointments/appointment.commands.server';
import { findVehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { formatLongDay, formatTime, toDay } from '~/domain/shared/dates';
import { parseTypedDay } from '~/domain/shared/typed-days';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { appointmentKinds } from '~db/enums';
import { allowTeam, requireDesk } from '../../access.server';

/** A visit that an operator adds for a customer; branch, day and kind in the address decide which hours are free. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'visits');
  const { db, clock } = runtime;
  const now = clock();
  const today = toDay(now);
  const { searchParams } = new URL(route.request.url);
  const branches = findBookableBranches(db, now);
  const branch = branches.find(({ id }) => id === searchParams.get('branch')) ?? branches[0] ?? null;
  const kind = appointmentKinds.find((one) => one === searchParams.get('kind')) ?? 'test-ride';
  const days = branch ? findFreeSlots(db, branch, kind, now) : [];
  const wanted = parseTypedDay(searchParams.get('day') ?? '') ?? today;
  const day = days.find((one) => one.day === wanted) ?? days[0] ?? null;
  return json({
    branch: branch?.id ?? null,
    branches: branches.map(({ id, name }) => ({ value: id, label: name })),
    kind,
    kinds: appointmentKinds.map((one) => ({ value: one, label: kindNames[one] })),
    day: day?.day ?? null,
    days: days.map((one) => ({ value: one.day, label: formatLongDay(one.day, today) })),
    slot: searchParams.get('slot') ?? '',
    slots: (day?.slots ?? [])
      .filter(({ state }) => state === 'free')
      .map(({ starts }) => ({ value: starts, label: formatTime(starts) })),
    vehicles: findVehicleChoices(db).map(({ id, name }) => ({ value: id, label: name })),
    unfinished: showUnfinishedForm(route.request, runtime),
  });
}

export const action = createFormAction({
  access: allowTeam('visits'),
  values: selectFields([
    'kind',
    'branch',
    'day',
    'slot',
    'name',
    'phone',
    'email',
    'vehicle',
    'ownVehicle',
    'registrationNumber',
  ]),
  command: addAppointment,
  decode: ({ values }) => values,
  onSuccess: ({ name, day, branch }) => ({
    to: deskPaths.visits({ day, branch: branch.id }),
    done: { code: 'visit_added', values: { name } },
  }),
  redisplay: () => ({}),
});
