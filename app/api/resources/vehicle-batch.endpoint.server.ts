import { z } from 'zod';
import type { SignedInUser } from '~/domain/shared/actor';
import { createTooManyAttempts, err, invalid, type Result } from '~/domain/shared/result';
import {
  bodyOfLines,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  noInput,
  users,
} from '../define-endpoint.server';
import { toOfferBody } from '../offer-body.server';
import { readJsonLines } from '../read-input.server';
import { type ApiError, type ApiResult, createErrorBody, respondWithError, StreamedResponse } from '../respond.server';
import { count } from '../schemas.server';
import { createBody, exampleFormValues, offer } from './vehicle.endpoints.server';

const maxLines = 500;

const lineResult = z
  .object({
    line: count.meta({ description: 'Number of the line in the request, from 1; blank lines are not counted.' }),
    status: count.meta({ description: 'As of a single POST: 201 for a new vehicle, 200 for one that was updated.' }),
    externalId: z.string().nullable(),
    id: z.string().optional().meta({ description: 'Of the vehicle.' }),
    ignored: z.array(z.string()).optional(),
    code: z.string().optional().meta({ description: 'Of an error, as in the envelope of one.' }),
    message: z.string().optional(),
    errors: z.record(z.string(), z.string()).optional(),
    codes: z.record(z.string(), z.string()).optional(),
    retryAfter: count.optional().meta({ description: 'Seconds until the line can be sent again.' }),
  })
  .meta({ id: 'BatchLine' });
type LineResult = z.infer<typeof lineResult>;

type Offered = Result<{ id: string; isNew: boolean }>;

function describeError(error: ApiError): Omit<LineResult, 'line' | 'externalId'> {
  const { code, message, errors, codes } = createErrorBody(error, 'errors' in error ? error.errors : undefined);
  return {
    status: respondWithError(error).status,
    code,
    message,
    ...(errors && { errors, codes }),
    ...('retryAfterSeconds' in error && { retryAfter: error.retryAfterSeconds }),
  };
}

async function offerLine(
  batch: EndpointContext,
  user: SignedInUser,
  line: number,
  body: ApiResult<Record<string, unknown>>,
): Promise<LineResult> {
  if (!body.ok) return { line, externalId: null, ...describeError(body.error) };
  const now = batch.runtime.clock();
  const context: EndpointContext = {
    ...batch,
    now,
    bodySchema: createBody(now, user),
    idempotencyKey: null,
    photosOfDryRun: [],
    ignoredFields: [],
    warnings: {},
  };
  const { externalId } = body.value;
  const offered = await offerWithinLimit(context, user, body.value);
  const name = typeof externalId === 'string' ? externalId : null;
  if (!offered.ok) return { line, externalId: name, ...describeError(offered.error) };
  const { id, isNew } = offered.value;
  const { ignoredFields: ignored } = context;
  return { line, status: isNew ? 201 : 200, externalId: name, id, ...(ignored.length > 0 && { ignored }) };
}

async function offerWithinLimit(
  context: EndpointContext,
  user: SignedInUser,
  body: Record<string, unknown>,
): Promise<Offered> {
  const { externalId = null } = body;
  if (externalId === null || (typeof externalId === 'string' && externalId.trim() === ''))
    return invalid({ externalId: { code: 'required', values: { label: 'externalId' } } });
  const status = await context.runtime.count('batch', user.id);
  if (status?.isOver) return err(createTooManyAttempts(status.seconds));
  return offer(context, user, toOfferBody(context, body), 'write');
}

const serialize = (result: LineResult): Uint8Array => Buffer.from(`${JSON.stringify(result)}\n`);

async function* offerLines(
  context: EndpointContext,
  user: SignedInUser,
  left: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const lines = readJsonLines(context.request, context.bodyAllowance);
  const readNext = () => {
    const next = lines.next();
    // Its failure is that of the line, once it is awaited.
    next.catch(() => undefined);
    return next;
  };
  try {
    let next = readNext();
    for (let line = 1; ; line += 1) {
      const { done, value: body } = await next;
      if (done || left.aborted) return;
      if (line > maxLines) {
        const error = { kind: 'too-large', code: 'batch_full' } as const;
        yield serialize({ line, externalId: null, ...describeError(error) });
        return;
      }
      next = readNext();
      yield serialize(await offerLine(context, user, line, body));
    }
  } finally {
    // Not awaited: it ends once the line that is being read has arrived, or the client has left.
    void lines.return().catch(() => undefined);
  }
}

export const batchEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'batches',
    access: users,
    operationId: 'offerVehicles',
    method: 'POST',
    path: '/vehicles/batch',
    summary: 'List or update many vehicles, one in each line',
    description: `At most ${maxLines} lines of 24 MB, each the body of \`POST /vehicles\` with an \`externalId\`, by which a line that is sent again updates its vehicle: an \`Idempotency-Key\` has no effect. Each is stored by itself, and its result is sent while the next is read. Lines have a limit of their own, by user.`,
    body: bodyOfLines((now) => createBody(now, null), { ...exampleFormValues, externalId: 'A-17' }),
    response: {
      status: 200,
      data: lineResult,
      example: { line: 1, status: 201, externalId: 'A-17', id: '8f3c2a1b9d4e' },
    },
    respondsInLines: true,
    handler: (context, { user }) =>
      new StreamedResponse((left) => offerLines(context, user, left), {
        headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' },
      }),
  }),
];
