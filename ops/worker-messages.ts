import { z } from 'zod';
import { isReason, type Reason } from '~/domain/shared/result';
import { measurementsSchema } from '~/http/measurements.server';
import { limitNames } from '~/http/address-limits.server';
import { countedKinds } from '~/domain/shared/visitor-counts.server';

/*
 * Messages between workers and their primary (docs/operations.md, "Workers"). A request has an id, which the reply
 * repeats.
 */

const id = z.number();
const readOnly = z.object({ reason: z.custom<Reason>(isReason), primaryUrl: z.string().nullable() }).nullable();
const counted = z.object({ kind: z.enum(countedKinds), name: z.string() });
const queueName = z.enum(['images', 'passwords']);
export type QueueName = z.infer<typeof queueName>;

export const workerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('join'), id }),
  z.object({ kind: z.literal('count'), id, name: z.enum(limitNames), address: z.string() }),
  z.object({ kind: z.literal('uncount'), name: z.enum(limitNames), address: z.string() }),
  z.object({ kind: z.literal('site-measurements'), id }),
  z.object({ kind: z.literal('take-turn'), id, queue: queueName, address: z.string(), isTrusted: z.boolean() }),
  z.object({ kind: z.literal('end-turn'), id }),
  z.object({ kind: z.literal('visit'), counted, address: z.string(), userAgent: z.string() }),
  z.object({ kind: z.literal('measurements'), id, measurements: measurementsSchema }),
  z.object({ kind: z.literal('leave'), id, measurements: measurementsSchema }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;

export const primaryMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id, value: z.unknown() }),
  z.object({ kind: z.literal('measure'), id }),
  z.object({ kind: z.literal('read-only'), readOnly }),
  /** Another worker processes pictures now: two idle processes for them would take memory. */
  z.object({ kind: z.literal('end-image-process') }),
]);
export type PrimaryMessage = z.infer<typeof primaryMessage>;

export const sharedConfig = z.object({
  startId: z.string(),
  /** Base64 of the key under which photos are counted per address. */
  photoKey: z.string(),
  port: z.number(),
  /** Build that the site runs; the one on disk may be newer. */
  build: z.string(),
  readOnly,
});
export type SharedConfig = z.infer<typeof sharedConfig>;

export const countReply = z
  .object({
    policy: z.object({ name: z.enum(limitNames), max: z.number(), milliseconds: z.number(), header: z.string() }),
    isOver: z.boolean(),
    remaining: z.number(),
    seconds: z.number(),
  })
  .nullable();
