import { z } from 'zod';
import { limitNames } from '~/http/settings.server';
import { measuredSchema } from '~/http/measurements.server';

/*
 * What workers and their primary tell each other (docs/operations.md, "Workers"). Whatever one of them asks has an id,
 * by which it knows the reply.
 */

const id = z.number();
const readOnly = z.object({ message: z.string(), primaryUrl: z.string().nullable() }).nullable();
const turnOf = z.enum(['images', 'passwords']);
export type TurnName = z.infer<typeof turnOf>;

/** What a worker tells the primary. */
export const fromWorker = z.discriminatedUnion('kind', [
  /** Asks for what all workers of a site have in common. */
  z.object({ kind: z.literal('join'), id }),
  /** Counts a write against a limit. */
  z.object({ kind: z.literal('count'), id, name: z.enum(limitNames), address: z.string() }),
  /** Asks for the figures of the whole site. */
  z.object({ kind: z.literal('measured'), id }),
  /** Asks for a slot for heavy work, which `turn-over` with the same id gives back. */
  z.object({ kind: z.literal('turn'), id, of: turnOf }),
  z.object({ kind: z.literal('turn-over'), id }),
  /** A visitor opened what another user offers. */
  z.object({ kind: z.literal('view'), item: z.string(), address: z.string(), userAgent: z.string() }),
  /** Its own figures, as the primary asked for them. */
  z.object({ kind: z.literal('figures'), id, measured: measuredSchema }),
  /** Its last figures; nothing follows. */
  z.object({ kind: z.literal('leave'), id, measured: measuredSchema }),
]);
export type FromWorker = z.infer<typeof fromWorker>;

/** What the primary tells a worker. */
export const fromPrimary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id, value: z.unknown() }),
  z.object({ kind: z.literal('measure'), id }),
  /** Whether the site may write has changed. */
  z.object({ kind: z.literal('read-only'), readOnly }),
]);
export type FromPrimary = z.infer<typeof fromPrimary>;

/** What all workers of a site have in common. */
export const joined = z.object({
  /** Identifies the start of the site in entity tags. */
  startId: z.string(),
  /** Base64 of the key by which photos of one address are counted together. */
  photoKey: z.string(),
  port: z.number(),
  /** The build that the site runs; a later one may be on the disk. */
  build: z.string(),
  readOnly,
});
export type Joined = z.infer<typeof joined>;

/** State of a limit with a write counted; null where limits are off. */
export const countedWrite = z
  .object({
    policy: z.object({ name: z.enum(limitNames), max: z.number(), milliseconds: z.number(), reported: z.string() }),
    isOver: z.boolean(),
    remaining: z.number(),
    seconds: z.number(),
  })
  .nullable();
