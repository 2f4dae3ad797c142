import { z } from 'zod';
import { getDatabaseStatus, isDatabaseResponding } from '~/domain/shared/database-status.server';
import { isClockInDoubt } from '~/domain/shared/site-clock.server';
import { anyone, defineEndpoint, type Endpoint, noInput } from '../define-endpoint.server';
import { respondWithData } from '../respond.server';

const health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    uptimeSeconds: z.int().min(0),
    database: z.enum(['ok', 'unavailable']),
    writable: z.boolean().meta({ description: 'Whether writes are stored. Reads work either way.' }),
    fileInPlace: z.boolean().meta({ description: 'Whether the database file is still where it was opened.' }),
    clockInDoubt: z.boolean().meta({
      description:
        'Whether the clock differs by more than a day from the time that the site saw last. Nothing is deleted by age meanwhile.',
    }),
    freeBytes: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Free space on the disk of the database in bytes; null if unknown.' }),
    backupAgeSeconds: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Seconds since the newest backup in the backup folder; null without one.' }),
  })
  .meta({ id: 'Health' });

const example = {
  status: 'ok',
  version: '1.0.0',
  uptimeSeconds: 86_400,
  database: 'ok',
  writable: true,
  fileInPlace: true,
  clockInDoubt: false,
  freeBytes: 8_000_000_000,
  backupAgeSeconds: 43_200,
};
const unavailableExample = 'The database does not respond.';

export const healthEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    operationId: 'getHealth',
    method: 'GET',
    path: '/health',
    subject: 'health',
    summary: 'Check the health of the site and its database',
    description:
      'For monitoring. Returns 503 with the same `data` if the database does not respond, is damaged, or is no longer where it was opened.',
    access: anyone,
    response: { status: 200, data: health, example },
    errorWithData: {
      status: 503,
      message: unavailableExample,
      example: { ...example, status: 'unavailable', database: 'unavailable', writable: false },
    },
    handler({ runtime, now }) {
      const status = getDatabaseStatus(runtime.db);
      const fileInPlace = status.isInPlace();
      const isResponding = isDatabaseResponding(runtime.db) && fileInPlace && !status.isCorrupt;
      const secondsSince = (time: Date) => Math.max(0, Math.floor((now.getTime() - time.getTime()) / 1000));
      return respondWithData(
        {
          status: isResponding ? 'ok' : 'unavailable',
          version: runtime.version,
          uptimeSeconds: secondsSince(runtime.startedAt),
          database: isResponding ? 'ok' : 'unavailable',
          writable: isResponding && status.writeFailure === null && runtime.readOnly === null,
          fileInPlace,
          clockInDoubt: isResponding && isClockInDoubt(runtime.db),
          freeBytes: status.readFreeBytes(),
          backupAgeSeconds: runtime.newestBackup && secondsSince(runtime.newestBackup),
        },
        isResponding ? {} : { status: 503, message: unavailableExample },
      );
    },
  }),
];
