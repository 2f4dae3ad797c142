import type { z } from 'zod';
import type { Actor } from '~/domain/shared/actor';
import type { BodyAllowance } from '~/http/body-budget.server';
import type { RateLimitStatus } from '~/http/rate-limit.server';
import type { Runtime } from '~/http/runtime.server';

/** An API request after authentication, as its handler receives it. */
export type EndpointContext = {
  request: Request;
  url: URL;
  /** Path parameters as text, before they are validated. */
  params: Readonly<Record<string, string | undefined>>;
  runtime: Runtime;
  actor: Actor;
  now: Date;
  /** Public origin of the site, for links in responses. */
  origin: string;
  /** Client address, used by rate limits. */
  address: string;
  /** Memory accounting of the body; null for a read. */
  bodyAllowance: BodyAllowance | null;
  /** Rate limits that the request was counted against, reported in the response. */
  counted: RateLimitStatus[];
  /** The `Idempotency-Key`; null if absent. */
  idempotencyKey: string | null;
  /** Schema of the body; null for a request without one. */
  bodySchema: z.ZodType | null;
  /** Cleanup to run after the response, whatever its status. */
  cleanups: (() => Promise<void>)[];
  /** Body fields that the endpoint does not know or does not allow to be changed; a successful response lists them. */
  ignored: string[];
};
