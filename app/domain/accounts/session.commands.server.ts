import { z } from 'zod';
import type { Database } from '~db/connection';
import { requireUser, type SignedInUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { ok } from '../shared/result';
import { endOtherSessions, endSession } from './sessions.server';

const defineEnd = <Input>(
  name: string,
  schema: z.ZodType<Input>,
  end: (db: Database, user: SignedInUser, input: Input) => void,
) =>
  defineCommand<Input, null>({
    name,
    schema: () => schema,
    limit: 'write',
    run(input, { db, actor }) {
      const user = requireUser(actor);
      if (!user.ok) return user;
      end(db, user.value, input);
      return ok(null);
    },
  });

const noFields = z.strictObject({});

export const signOut = defineEnd('sign-out', noFields, (db, { id, sessionId }) => endSession(db, id, sessionId));

export const endOwnSession = defineEnd('end-session', z.object({ session: z.string() }), (db, { id }, { session }) =>
  endSession(db, id, session),
);

export const endOwnOtherSessions = defineEnd('end-other-sessions', noFields, (db, { id, sessionId }) =>
  endOtherSessions(db, id, sessionId),
);
