import { z } from 'zod';
import {
  type BranchRecord,
  changeBranch,
  findBranches,
  maxPlaces,
  noSuchBranch,
  toBranchRecord,
} from '~/domain/appointments/branches.server';
import { maxSlots, newBranch } from '~/domain/appointments/slots';
import { requiredText, seenVersion } from '~/domain/shared/fields.server';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  noInput,
  team,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { respondWithCreated, respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { day, isoDateTime, removedExample, version } from '../schemas.server';

const time = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .nullable()
  .meta({ description: 'Time of the day in India, as HH:MM; null on a day on which it is closed.' });
const slotTime = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .meta({ description: 'Time of the day in India, as HH:MM.' });
const places = z.int().min(0).max(maxPlaces);

const fields = {
  name: requiredText('Name', 60).meta({ description: 'Name of the branch, as screens show it.' }),
  address: requiredText('Address', 200).meta({ description: 'Postal address, where customers go.' }),
  isBookable: z.boolean().meta({ description: 'Whether customers can book visits to it.' }),
  hours: z
    .array(z.object({ opens: time, closes: time }))
    .length(7)
    .meta({ description: 'Opening hours of seven days, from Monday on.' }),
  slots: z
    .array(
      z.object({
        starts: slotTime,
        ends: slotTime,
        testRidePlaces: places.meta({ description: 'Test rides that can be booked for this time.' }),
        servicePlaces: places.meta({ description: 'Services that can be booked for this time.' }),
        purchasePlaces: places.meta({ description: 'Visits to buy that can be booked for this time.' }),
      }),
    )
    .max(maxSlots)
    .meta({ description: 'Times that can be booked, one after the other, on each day on which it is open by then.' }),
  closedDays: z.array(day).meta({ description: 'Days on which it is closed; those that are over are not kept.' }),
};

const branch = z
  .object({
    _id: z.string(),
    id: z.string(),
    ...fields,
    name: z.string(),
    address: z.string(),
    editedAt: isoDateTime.nullable().meta({ description: 'Time of the last change, in UTC; null before the first.' }),
    version,
  })
  .meta({ id: 'DeskBranch' });

const toBranchJson = (record: BranchRecord) =>
  ({
    _id: record.id,
    ...record,
    hours: record.hours.map(({ opens, closes }) => ({ opens, closes })),
  }) satisfies z.infer<typeof branch>;

const open = { opens: '10:00', closes: '19:00' };
const fieldsExample = {
  name: 'Baner Road',
  address: '14 Baner Road, Pune 411045',
  isBookable: true,
  hours: [open, open, open, open, open, open, { opens: null, closes: null }],
  slots: [{ starts: '11:00', ends: '13:00', testRidePlaces: 2, servicePlaces: 1, purchasePlaces: 1 }],
  closedDays: ['2027-01-26'],
};
const example = { _id: removedExample.id, id: removedExample.id, ...fieldsExample, editedAt: null, version: 1 };

const all = { ...noInput, subject: 'shop', access: team('texts') } as const;
const item = {
  ...all,
  path: '/desk/branches/{id}',
  params: idParam,
  rejections: { 404: ['branch_not_found'] },
} as const;

const findRecord = ({ runtime, now }: Pick<EndpointContext, 'runtime' | 'now'>, id: string): BranchRecord | null => {
  const stored = findBranches(runtime.db, now).find((row) => row.id === id);
  return stored ? toBranchRecord(stored) : null;
};

export const branchEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listBranches',
    method: 'GET',
    path: '/desk/branches',
    summary: 'List the branches with their hours and places',
    response: { status: 200, data: z.object({ branches: z.array(branch) }), example: { branches: [example] } },
    handler: ({ runtime, now }) =>
      respondWithData({ branches: findBranches(runtime.db, now).map(toBranchRecord).map(toBranchJson) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'addBranch',
    method: 'POST',
    path: '/desk/branches',
    summary: 'Add a branch',
    body: jsonBody(() => z.object(fields), fieldsExample),
    response: { status: 201, data: branch, example, message: 'The branch is added.' },
    rejections: { 409: ['too_many_branches'] },
    handler: async (context, { body }) =>
      respondWithCreated(
        await runEndpointCommand(context, changeBranch, { ...body, id: newBranch }, body),
        toBranchJson,
        '/api/desk/branches',
        'The branch is added.',
      ),
  }),
  defineEndpoint({
    ...item,
    operationId: 'getBranch',
    method: 'GET',
    summary: 'Retrieve a branch',
    response: { status: 200, data: branch, example },
    handler(context, { params }) {
      const record = findRecord(context, params.id);
      return record ? respondWithData(toBranchJson(record)) : respondWithError(noSuchBranch);
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'changeBranch',
    method: 'PUT',
    summary: 'Change a branch: its hours, places and closed days',
    description: 'Visits that are booked stay as they are.',
    body: jsonBody(() => z.object(fields).partial().extend({ version: seenVersion }), {
      isBookable: false,
      version: 1,
    }),
    response: { status: 200, data: branch, example: { ...example, isBookable: false, version: 2 } },
    rejections: { 404: ['branch_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params, body }) {
      const record = findRecord(context, params.id);
      if (!record) return respondWithError(noSuchBranch);
      const changes = findChanges(context, body, toBranchJson(record));
      const result = await runEndpointCommand(
        context,
        changeBranch,
        { ...record, version: undefined, ...changes, ...params },
        { ...body, ...params },
      );
      return respondWithItem(result, toBranchJson);
    },
  }),
];
