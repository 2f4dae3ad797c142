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

/** Tag that separates suspected spam for operators; the sender does not notice, because it may be a false positive. */
const suspectTag = 'suspected-spam';

const duplicateHours = 24;
/** Maximum number of recent messages compared; beyond that volume in a day, no operator reads them anyway. */
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

/** A sent message: its copy for the sender and, when a seller is to answer it, the conversation it went to. */
type SentMessage = {
  message: Message;
  /** `name` is null when the response to a repeated request must not reveal the private link, for lack of proof. */
  conversation: (Pick<OpenedConversation, 'id'> & { name: ConversationName | null }) | null;
};

/**
 * Sends a message; any visitor may. A message about a user's listing or used vehicle goes to its seller, who answers it
 * in a conversation; any other goes to the business, tagged with its subjects. Suspected spam, such as a text that was
 * just sent word for word by others, is stored all the same but tagged.
 *
 * @returns invalid with an error on `about` when a subject does not exist (any more); a conflict when the conversation
 *   to continue is closed or full
 */
export const sendMessage = defineCommand<NewMessage, SentMessage>({
  name: 'send-message',
  schema: () => newMessage,
  invalidMessage: () => fixErrors,
  limit: 'contact',
  secrets: {
    // A first message never carries the private link as proof.
    areHeld: ({ conversation }) => conversation === null || conversation.name === null || 'id' in conversation.name,
    remove: ({ message, conversation }) => ({ message, conversation: conversation && { ...conversation, name: null } }),
  },
  run({ about, isSuspect: looksMade, ...fields }, context) {
    const { db, asker, now } = context;
    const subjects = findSubjects(db, about, asker);
    // A message meant for a seller must not silently reach the business because the offer is gone.
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
