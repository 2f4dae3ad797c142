import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { serviceRequests } from '~db/schema';
import { operatorRequired, signedIn } from '../accounts/signed-in';
import type { SignedInUser } from '../asker';
import { type CommandContext, defineCommand } from '../command.server';
import { deedOf, logDeed } from '../desk/operator-log.server';
import { fixErrors } from '../fix-errors';
import { changedMeanwhile, done, type Outcome, type Problem, refused } from '../outcome';
import { isOutdated } from '../seen-version.server';
import { isCancellable, isServiceOpen, nextStatuses, type ServiceStatus } from './limits';
import { serviceColumns } from './service-columns';
import { type ServiceChange, serviceChanges } from './service-fields.server';
import { findServiceRequest } from './service-queries.server';
import type { ServiceRequest } from './service-request';

const serviceNotFound: Problem = { kind: 'not-found', message: 'There is no such service request.' };
const conflict = (message: string) => refused({ kind: 'conflict', message });

/** A service request for its owner or an operator to view or change; not-found for every other actor. */
export function heldServiceRequest(
  id: string,
  { db, asker }: Pick<CommandContext, 'db' | 'asker'>,
): Outcome<{ request: ServiceRequest; user: SignedInUser }> {
  const user = signedIn(asker);
  if (!user.done) return user;
  const request = findServiceRequest(db, id);
  const mayKnow = request && (request.userId === user.value.id || user.value.role === 'operator');
  return mayKnow ? done({ request, user: user.value }) : refused(serviceNotFound);
}

/** Checks a status transition; null when it is allowed. Owners may only cancel. */
function whyNotTo(status: ServiceStatus, request: ServiceRequest, user: SignedInUser): Outcome<never> | null {
  if (status === request.status) return null;
  if (user.role !== 'operator' && status !== 'cancelled') return refused(operatorRequired);
  if (nextStatuses[request.status].includes(status)) return null;
  return conflict(`A ${request.status} service request cannot become ${status}.`);
}

/** Logs an operator's action on a user's request. */
const logged = (request: ServiceRequest, deed: string, context: CommandContext): void =>
  logDeed(
    context,
    { subject: 'service', subjectId: request.id, title: `Service request: ${request.serviceType}`, deed },
    { isOwn: request.userId === context.asker.user?.id },
  );

/**
 * Changes the given fields of a request. Its owner may until the work begins; operators advance it one status at a time
 * (docs/product.md, "Service requests").
 */
export const changeService = defineCommand<ServiceChange, ServiceRequest>({
  name: 'change-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: serviceChanges,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, status, ...values }, context) {
    const held = heldServiceRequest(id, context);
    if (!held.done) return held;
    const { request, user } = held.value;
    const whyNot = status && whyNotTo(status, request, user);
    if (whyNot) return whyNot;
    const columns = serviceColumns(values);
    const changesWords = Object.values(columns).some((value) => value !== undefined);
    if (changesWords && user.role !== 'operator' && !isServiceOpen(request.status)) {
      return conflict(`A service request that is ${request.status} can no longer be changed.`);
    }
    if (isOutdated(version, request)) return changedMeanwhile('service request');
    if (status === undefined && !changesWords) return done(request);
    context.db
      .update(serviceRequests)
      .set({
        ...columns,
        ...(status && { status }),
        updatedAt: context.now.toISOString(),
        version: sql`version + 1`,
      })
      .where(eq(serviceRequests.id, id))
      .run();
    const changes = changesWords ? { details: true, status } : { status };
    logged(request, deedOf(changes, ['status']) || 'changed', context);
    const changed = findServiceRequest(context.db, id);
    return changed ? done(changed) : refused(serviceNotFound);
  },
});

/** Cancels a request that is not yet completed. Idempotent. */
export const cancelService = defineCommand<{ id: string }, ServiceRequest>({
  name: 'cancel-service',
  changes: ({ id }) => ({ table: 'service_requests', id }),
  schema: () => z.object({ id: z.string() }),
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id }, context) {
    const held = heldServiceRequest(id, context);
    if (!held.done) return held;
    const { request } = held.value;
    if (request.status === 'cancelled') return done(request);
    if (!isCancellable(request.status)) return conflict('A completed service request can no longer be cancelled.');
    context.db
      .update(serviceRequests)
      .set({ status: 'cancelled', updatedAt: context.now.toISOString(), version: sql`version + 1` })
      .where(eq(serviceRequests.id, id))
      .run();
    logged(request, deedOf({ status: 'cancelled' }, ['status']), context);
    const changed = findServiceRequest(context.db, id);
    return changed ? done(changed) : refused(serviceNotFound);
  },
});
