import { z } from 'zod';
import { requireUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { fixErrors, ok } from '../shared/result';
import { endOtherSessions, endSession } from './sessions.server';

const formatInvalidMessage = (): string => fixErrors;

/** Signs the user of the request out. */
export const signOut = defineCommand<Record<string, never>, null>({
  name: 'sign-out',
  schema: () => z.strictObject({}),
  invalidMessage: formatInvalidMessage,
  limit: 'write',
  run(_input, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    endSession(db, user.value.id, user.value.sessionId);
    return ok(null);
  },
});

/** Ends another session or an access token of the signed-in user. Idempotent. */
export const endOwnSession = defineCommand<{ session: string }, null>({
  name: 'end-session',
  schema: () => z.object({ session: z.string() }),
  invalidMessage: formatInvalidMessage,
  limit: 'write',
  run({ session }, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    endSession(db, user.value.id, session);
    return ok(null);
  },
});

/** Signs the user out of all sessions but the one of the request. */
export const endOwnOtherSessions = defineCommand<Record<string, never>, null>({
  name: 'end-other-sessions',
  schema: () => z.strictObject({}),
  invalidMessage: formatInvalidMessage,
  limit: 'write',
  run(_input, { db, actor }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    endOtherSessions(db, user.value.id, user.value.sessionId);
    return ok(null);
  },
});
