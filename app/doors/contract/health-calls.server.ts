import { z } from 'zod';
import { contract, takesNothing } from './contract.server';
import { anyone } from './who.server';

const health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    uptimeSeconds: z.int().min(0),
    database: z.enum(['ok', 'unavailable']),
    writable: z.boolean().meta({ description: 'Whether the last write was stored: reads go on without.' }),
    fileInPlace: z.boolean().meta({ description: 'Whether the database file is where it was opened.' }),
    freeBytes: z.int().min(0).nullable().meta({ description: 'Space left on the disk of the database, if known.' }),
  })
  .meta({ id: 'Health' });

const example = {
  status: 'ok',
  version: '0.1.0',
  uptimeSeconds: 86_400,
  database: 'ok',
  writable: true,
  fileInPlace: true,
  freeBytes: 8_000_000_000,
};
export const notAnswering = 'The database does not answer.';

export const healthCalls = {
  report: contract({
    ...takesNothing,
    operationId: 'getHealth',
    method: 'GET',
    path: '/health',
    subject: 'health',
    summary: 'Whether the site and its database answer',
    description:
      'For whatever watches the server: 503, with the same `data`, when the database does not answer, is damaged, or is no longer where it was opened.',
    who: anyone,
    answer: {
      status: 200,
      data: health,
      example,
    },
    refusalWithData: {
      status: 503,
      message: notAnswering,
      example: { ...example, status: 'unavailable', database: 'unavailable', writable: false },
    },
  }),
};
