import { randomUUID } from 'node:crypto';
import { serviceRequests } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done } from '../outcome';
import { serviceColumns } from './service-columns';
import { type NewServiceRequest, serviceFields } from './service-fields.server';
import { findServiceRequest } from './service-queries.server';
import type { ServiceRequest } from './service-request';

/** Books a service (docs/product.md, "Service requests"); any signed-in user may. */
export const requestService = defineCommand<NewServiceRequest, ServiceRequest>({
  name: 'request-service',
  schema: serviceFields,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run(input, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const id = randomUUID();
    const moment = now.toISOString();
    const { name, phone, email } = input.contactInfo;
    db.insert(serviceRequests)
      .values({
        ...serviceColumns(input),
        id,
        userId: user.value.id,
        serviceType: input.serviceType,
        contactName: name,
        contactPhone: phone,
        contactEmail: email,
        createdAt: moment,
        updatedAt: moment,
      })
      .run();
    const stored = findServiceRequest(db, id);
    if (!stored) throw new Error('A service request that was just stored could not be read.');
    return done(stored);
  },
});
