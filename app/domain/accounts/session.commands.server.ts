import { z } from 'zod';
import type { Database } from '~db/connection';
import { requireUser, type SignedInUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { err, ok } from '../shared/result';
import { tokenNotAllowed } from './passwords.server';
import { endOtherSessions, endSession } from './sessions.server';

const defineEnd = <Input, Value>(
  name: string,
  schema: z.ZodType<Input>,
  end: (db: Database, user: SignedInUser, input: Input) => Value,
) =>
  defineCommand<Input, Value>({
    name,
    schema: () => schema,
    limit: 'write',
    run(input, { db, actor }) {
      const user = requireUser(actor);
      if (!user.ok) return user;
      // A program ends nothing but itself.
      if (user.value.tokenScope && name !== 'sign-out') return err(tokenNotAllowed);
      return ok(end(db, user.value, input));
    },
  });

const noFields = z.strictObject({});

export const signOut = defineEnd('sign-out', noFields, (db, { id, sessionId }) => {
  endSession(db, id, sessionId);
  return null;
});

export const endOwnSession = defineEnd('end-session', z.object({ session: z.string() }), (db, { id }, { session }) => ({
  wasOpen: endSession(db, id, session),
}));

export const endOwnOtherSessions = defineEnd('end-other-sessions', noFields, (db, { id, sessionId }) => {
  endOtherSessions(db, id, sessionId);
  return null;
});
