import { z } from 'zod';
import { contract, takesNothing } from './contract.server';
import { anyone } from './who.server';

const health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    uptimeSeconds: z.int().min(0),
    database: z.enum(['ok', 'unavailable']),
  })
  .meta({ id: 'Health' });

const example = { status: 'ok', version: '0.1.0', uptimeSeconds: 86_400, database: 'ok' };
export const notAnswering = 'The database does not answer.';

export const healthCalls = {
  report: contract({
    ...takesNothing,
    operationId: 'getHealth',
    method: 'GET',
    path: '/health',
    subject: 'health',
    summary: 'Whether the site and its database answer',
    description: 'For whatever watches the server: 503 when the database does not answer, with the same `data`.',
    who: anyone,
    answer: {
      status: 200,
      data: health,
      example,
    },
    refusalWithData: {
      status: 503,
      message: notAnswering,
      example: { ...example, status: 'unavailable', database: 'unavailable' },
    },
  }),
};
