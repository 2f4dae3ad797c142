import { z } from 'zod';
import { isReason, type Reason } from '~/domain/shared/result';
import { measurementsSchema } from '~/http/measurements.server';
import { limitNames } from '~/http/address-limits.server';

/*
 * Messages between workers and their primary (docs/operations.md, "Workers"). A request has an id, which the reply
 * repeats.
 */

const id = z.number();
const readOnly = z.object({ reason: z.custom<Reason>(isReason), primaryUrl: z.string().nullable() }).nullable();
const queueName = z.enum(['images', 'passwords']);
export type QueueName = z.infer<typeof queueName>;

export const workerMessage = z.discriminatedUnion('kind', [
  /** Requests the configuration that all workers share. */
  z.object({ kind: z.literal('join'), id }),
  /** Counts a write against a limit. */
  z.object({ kind: z.literal('count'), id, name: z.enum(limitNames), address: z.string() }),
  /** Takes back a counted write. */
  z.object({ kind: z.literal('uncount'), name: z.enum(limitNames), address: z.string() }),
  /** Requests the measurements of the whole site. */
  z.object({ kind: z.literal('site-measurements'), id }),
  /** Requests a turn in a queue for heavy work, to be ended by a message with the same id. */
  z.object({ kind: z.literal('take-turn'), id, queue: queueName, address: z.string(), isTrusted: z.boolean() }),
  z.object({ kind: z.literal('end-turn'), id }),
  /** A visitor viewed an item. */
  z.object({ kind: z.literal('view'), item: z.string(), address: z.string(), userAgent: z.string() }),
  /** The worker's own measurements, in response to `measure`. */
  z.object({ kind: z.literal('measurements'), id, measurements: measurementsSchema }),
  /** The last measurements before the worker exits. */
  z.object({ kind: z.literal('leave'), id, measurements: measurementsSchema }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;

export const primaryMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id, value: z.unknown() }),
  z.object({ kind: z.literal('measure'), id }),
  /** Allows or forbids writes. */
  z.object({ kind: z.literal('read-only'), readOnly }),
]);
export type PrimaryMessage = z.infer<typeof primaryMessage>;

export const sharedConfig = z.object({
  /** Identifies the start of the site in entity tags. */
  startId: z.string(),
  /** Base64 of the key under which photos are counted per address. */
  photoKey: z.string(),
  port: z.number(),
  /** Build that the site runs; the one on disk may be newer. */
  build: z.string(),
  readOnly,
});
export type SharedConfig = z.infer<typeof sharedConfig>;

/** Rate limit status after counting a write; null if rate limits are disabled. */
export const countReply = z
  .object({
    policy: z.object({ name: z.enum(limitNames), max: z.number(), milliseconds: z.number(), header: z.string() }),
    isOver: z.boolean(),
    remaining: z.number(),
    seconds: z.number(),
  })
  .nullable();
