import { defineCommand } from '../command.server';
import type { ConversationName } from '../conversations/conversation';
import { type OpenedConversation, openConversation } from '../conversations/open-conversation.server';
import { sellerToReach } from '../conversations/seller-to-reach.server';
import { anHour, momentBefore } from '../durations';
import { fixErrors } from '../fix-errors';
import { done, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { splitAbout } from './about';
import { findSubjects } from './find-subjects.server';
import type { Message } from './message';
import { type NewMessage, newMessage } from './message-fields.server';
import { findMessage } from './message-queries.server';
import { aboutNothing } from './message-rules';
import { storeMessage } from './store-message.server';

/** Sets a message apart for operators; its sender notices nothing, because it may be a person after all. */
const suspectTag = 'suspected-spam';

const duplicateHours = 24;
/** As many of the newest messages are compared; more of them in a day than that, and nobody reads them anyway. */
const mostCompared = 500;

type Compared = { since: string; email: string; most: number; message: string };

const sameText = statementsOf((sqlite) =>
  sqlite
    .prepare<[Compared], number>(
      `SELECT 1 FROM (SELECT email, message FROM contact_messages INDEXED BY contact_messages_newest
                       WHERE created_at > @since AND email <> @email ORDER BY created_at DESC LIMIT @most)
        WHERE message = @message
       UNION ALL
       SELECT 1 FROM (SELECT id FROM conversations INDEXED BY conversations_newest
                       WHERE created_at > @since AND buyer_email <> @email ORDER BY created_at DESC LIMIT @most) c
         JOIN conversation_messages m ON m.conversation_id = c.id WHERE m.side = 'buyer' AND m.text = @message
       LIMIT 1`,
    )
    .pluck(),
);

/** A message on its way: as its sender is told of it, and the conversation it went to when a seller is to answer it. */
type SentMessage = {
  message: Message;
  /** `name` is null for a sender who may not be told the private link: of a repeated request, without a proof. */
  conversation: (Pick<OpenedConversation, 'id'> & { name: ConversationName | null }) | null;
};

/**
 * Sends a message; anyone may. One that is about somebody's listing or used vehicle goes to its seller, who answers it
 * in a conversation; any other to the business, tagged with what it is about. What looks like the work of a machine,
 * such as a text that others have just sent word for word, is stored all the same and set apart.
 *
 * @returns invalid with `about` at fault where it names what is not there (any more); a conflict where the
 *   conversation that it would go on with is closed or full
 */
export const sendMessage = defineCommand<NewMessage, SentMessage>({
  name: 'send-message',
  schema: () => newMessage,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  secrets: {
    // A private link is sent along by nobody who writes a first message.
    areHeld: ({ conversation }) => conversation === null || conversation.name === null || 'id' in conversation.name,
    remove: ({ message, conversation }) => ({ message, conversation: conversation && { ...conversation, name: null } }),
  },
  run({ about, isSuspect: looksMade, ...fields }, context) {
    const { db, asker, now } = context;
    const subjects = findSubjects(db, about, asker);
    // Who wrote to a seller learns that nobody sells it any more: the business is somebody else.
    if (subjects.length < splitAbout(about).length) {
      return refused({ kind: 'invalid', message: fixErrors, errors: { about: aboutNothing } });
    }
    const since = momentBefore(now, duplicateHours * anHour);
    const { email, message } = fields;
    const isSuspect = looksMade || sameText(db).get({ since, email, most: mostCompared, message }) !== undefined;
    const userId = asker.user?.id ?? null;
    const seller = sellerToReach(db, subjects, asker);
    if (seller) {
      const opened = openConversation(context, seller, { ...fields, isSuspect });
      if (!opened.done) return opened;
      const conversation = opened.value;
      const moment = now.toISOString();
      const sent: Message = {
        ...fields,
        id: conversation.id,
        status: 'new',
        tags: [],
        userId,
        createdAt: moment,
        updatedAt: moment,
        version: 1,
      };
      return done({ message: sent, conversation });
    }
    const id = storeMessage(
      db,
      {
        ...fields,
        userId,
        aboutVehicleId: subjects.find(({ offer }) => offer?.kind === 'vehicle')?.about ?? null,
        aboutListingId: subjects.find(({ offer }) => offer?.kind === 'listing')?.about ?? null,
        tags: [...subjects.map(({ tag }) => tag), ...(isSuspect ? [suspectTag] : [])],
      },
      now,
    );
    const sent = findMessage(db, id);
    if (!sent) throw new Error('A message that was just stored could not be read.');
    return done({ message: sent, conversation: null });
  },
});
