import { defineCommand } from '../command.server';
import { done } from '../outcome';
import { statementsOf } from '../statements.server';
import { findSubjects } from './find-subjects.server';
import type { Message } from './message';
import { type NewMessage, newMessage } from './message-fields.server';
import { findMessage } from './message-queries.server';
import { fixErrors } from './message-rules';
import { storeMessage } from './store-message.server';

/** Sets a message apart for operators; its sender notices nothing, because it may be a person after all. */
const suspectTag = 'suspected-spam';

const duplicateHours = 24;
/** As many of the newest messages are compared; more of them in a day than that, and nobody reads them anyway. */
const mostCompared = 500;

const sameText = statementsOf((sqlite) =>
  sqlite
    .prepare<[string, string, number, string], number>(
      `SELECT 1 FROM (SELECT email, message FROM contact_messages INDEXED BY contact_messages_newest
                       WHERE created_at > ? AND email <> ? ORDER BY created_at DESC LIMIT ?)
        WHERE message = ? LIMIT 1`,
    )
    .pluck(),
);

/**
 * Sends a message to the business; anyone may. It is tagged with what it is about. What looks like the work of a
 * machine, such as a text that others have just sent word for word, is stored all the same and set apart.
 */
export const sendMessage = defineCommand<NewMessage, Message>({
  name: 'send-message',
  schema: () => newMessage,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  run({ about, isSuspect, ...fields }, { db, asker, now }) {
    const subjects = findSubjects(db, about, asker);
    const since = new Date(now.getTime() - duplicateHours * 3_600_000).toISOString();
    const isCopy = sameText(db).get(since, fields.email, mostCompared, fields.message) !== undefined;
    const id = storeMessage(
      db,
      {
        ...fields,
        userId: asker.user?.id ?? null,
        aboutVehicleId: subjects.find(({ offer }) => offer?.kind === 'vehicle')?.about ?? null,
        aboutListingId: subjects.find(({ offer }) => offer?.kind === 'listing')?.about ?? null,
        tags: [...subjects.map(({ tag }) => tag), ...(isSuspect || isCopy ? [suspectTag] : [])],
      },
      now,
    );
    const sent = findMessage(db, id);
    if (!sent) throw new Error('A message that was just stored could not be read.');
    return done(sent);
  },
});
