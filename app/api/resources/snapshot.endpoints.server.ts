import { z } from 'zod';
import { listingKinds } from '~db/enums';
import { paths } from '~/paths';
import { anyone, defineEndpoint, type Endpoint, noInput } from '../define-endpoint.server';
import { respondWithData } from '../respond.server';
import { count, isoDateTime } from '../schemas.server';
import { findSnapshots, snapshotLifeMs } from '../snapshots.server';

const snapshot = z
  .object({
    kind: z.enum(listingKinds),
    day: z.iso.date().meta({ description: 'Day on which it was made, in India.' }),
    url: z.url().meta({
      description:
        'Address of the file, which never changes: lines of JSON, compressed with gzip. `Range` and `If-Range` are supported.',
    }),
    bytes: count.meta({ description: 'Size of the file in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file, in hexadecimal.' }),
    rows: count.meta({ description: 'Number of listings in it.' }),
    changesToken: z.string().meta({
      description: 'The value of `since` with which the changes of this kind go on behind the file.',
    }),
    createdAt: isoDateTime,
    expiresAt: isoDateTime.meta({ description: 'Time from which the file is gone, in UTC.' }),
  })
  .meta({ id: 'Snapshot' });

export const snapshotEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    operationId: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    subject: 'snapshots',
    summary: 'List the daily files of all bikes and of all scooters, the newest first',
    description:
      'A file has what visitors get from the list of its kind. Listings that were withdrawn since it was made are still in it: go on with the changes behind it.',
    access: anyone,
    response: {
      status: 200,
      data: z.object({ snapshots: z.array(snapshot) }),
      example: {
        snapshots: [
          {
            kind: 'bike',
            day: '2026-11-29',
            url: 'https://bikes.example/api/snapshots/2026-11-29-bikes-9f86d081884c7d65.ndjson.gz',
            bytes: 48_213,
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            rows: 412,
            changesToken: 'YmlrZSAyIDIgZzlr.1f0c9a3e',
            createdAt: '2026-11-28T18:31:00.000Z',
            expiresAt: '2026-12-01T18:31:00.000Z',
          },
        ],
      },
    },
    async handler({ runtime, origin, now }) {
      const snapshots = await findSnapshots(runtime, now);
      return respondWithData({
        snapshots: snapshots.map(({ name, epoch: _epoch, createdAt, ...facts }) => ({
          ...facts,
          url: origin + paths.apiSnapshot(name),
          createdAt,
          expiresAt: new Date(new Date(createdAt).getTime() + snapshotLifeMs).toISOString(),
        })),
      });
    },
  }),
];
