import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { type Branch, changeBranch, findBranches } from '~/domain/appointments/branches.server';
import { formatHours, maxSlots, newBranch } from '~/domain/appointments/slots';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { type Measure, parseTypedNumber } from '~/domain/shared/typed-numbers';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { findReadings, showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, createRowNames, getPathItem, requireDesk } from '../../access.server';
import { toShownAuditEvent } from '../../parts';

function getValues({ name, address, isBookable, hours, slots, closedDays }: Branch): Record<string, string> {
  const weekdays = [...hours].flatMap(([weekday, { opens, closes }]) => [
    [`hours.${weekday - 1}.opens`, opens],
    [`hours.${weekday - 1}.closes`, closes],
  ]);
  const times = slots.slice(0, maxSlots).flatMap(({ starts, ends, places }, row) => [
    [`slots.${row}.starts`, starts],
    [`slots.${row}.ends`, ends],
    [`slots.${row}.testRidePlaces`, String(places['test-ride'])],
    [`slots.${row}.servicePlaces`, String(places.service)],
    [`slots.${row}.purchasePlaces`, String(places.purchase)],
  ]);
  return {
    name,
    address,
    isBookable: isBookable ? 'on' : '',
    closedDays: [...closedDays].join('\n'),
    ...Object.fromEntries([...weekdays, ...times]),
  };
}

/** @throws a 404 response for an unknown branch */
function openBranch({ db, clock }: Runtime, id: string) {
  if (id === newBranch) {
    const values: Record<string, string> = { isBookable: 'on' };
    return { id, title: 'A new branch', version: 1, values, actions: [] };
  }
  const branch = findBranches(db, clock()).find((stored) => stored.id === id);
  if (!branch) throw new Response(null, { status: 404 });
  return {
    id,
    title: branch.name,
    version: branch.version,
    values: getValues(branch),
    actions: findAuditEventsOfItem(db, 'branch', id).map(toShownAuditEvent),
  };
}

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'texts');
  const { id } = route.params;
  const { db, clock } = runtime;
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    branch: id === undefined ? null : openBranch(runtime, id),
    lines:
      id === undefined
        ? findBranches(db, clock()).map((branch) => ({
            id: branch.id,
            name: branch.name,
            text: `${branch.address} · ${formatHours(branch)}`,
            isBookable: branch.isBookable,
          }))
        : [],
  });
}

const hourNames = createRowNames('hours', 7, ['opens', 'closes']);
const placeNames = createRowNames('slots', maxSlots, ['testRidePlaces', 'servicePlaces', 'purchasePlaces']);
const slotNames = [...createRowNames('slots', maxSlots, ['starts', 'ends']), ...placeNames];
const measures: Readonly<Record<string, Measure>> = Object.fromEntries(
  placeNames.map((name) => [name, 'count'] as const),
);

export const action = createFormAction({
  access: allowTeam('texts'),
  values: selectFields(['version', 'name', 'address', 'isBookable', 'closedDays', ...hourNames, ...slotNames]),
  command: changeBranch,
  redisplay: ({ values }) => findReadings(values, measures),
  decode(post) {
    const { name = '', address = '', isBookable, closedDays = '', version } = post.values;
    const text = (field: string): string => post.values[field] ?? '';
    const places = (field: string): number =>
      text(field).trim() === '' ? 0 : (parseTypedNumber(text(field), 'count') ?? Number.NaN);
    return {
      id: getPathItem(post),
      version: Number(version),
      name,
      address,
      isBookable: isBookable === 'on',
      hours: Array.from({ length: 7 }, (_, row) => ({
        opens: text(`hours.${row}.opens`),
        closes: text(`hours.${row}.closes`),
      })),
      slots: Array.from({ length: maxSlots }, (_, row) => ({
        starts: text(`slots.${row}.starts`),
        ends: text(`slots.${row}.ends`),
        testRidePlaces: places(`slots.${row}.testRidePlaces`),
        servicePlaces: places(`slots.${row}.servicePlaces`),
        purchasePlaces: places(`slots.${row}.purchasePlaces`),
      })),
      closedDays,
    };
  },
  // A new branch only has a URL once it is stored.
  onSuccess: ({ id }) => ({ to: deskPaths.branches(id), flash: 'desk-done' }) as const,
});
