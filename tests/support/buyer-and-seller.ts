import type { Asker, SignedInUser } from '~/domain/asker';
import { checkInput, runCommand } from '~/domain/command.server';
import type { ConversationName } from '~/domain/conversations/conversation';
import { findMessagesOf } from '~/domain/conversations/conversation-queries.server';
import { shareContact } from '~/domain/conversations/share-contact.server';
import { writeMessage } from '~/domain/conversations/write-message.server';
import { moderate } from '~/domain/desk/moderate.server';
import { aMinute } from '~/domain/durations';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { sendMessage } from '~/domain/messages/send-message.server';
import { offerVehicle } from '~/domain/used-vehicles/offer-vehicle.server';
import { freshDatabase } from './fresh-database';
import { usedShine } from './sample-content';
import { nobody, storeListing, storeUser } from './stored-listing';

export type User = Asker & { user: SignedInUser };

/** When everything happens that says nothing else. */
export const now = new Date('2026-06-15T06:30:00.000Z');
export const later = (minutes: number): Date => new Date(now.getTime() + minutes * aMinute);

const typed = {
  name: 'Bala K',
  email: 'bala@example.com',
  phone: '98765 43210',
  subject: 'Is it still there?',
  message: 'May I see it on Saturday?',
};

/** A database of its own with a seller, a buyer and an operator, and what they do with each other. */
export function buyerAndSeller() {
  const db = freshDatabase();
  const seller: User = storeUser(db, 'Sita');
  const buyer: User = storeUser(db, 'Bala');
  const operator: User = storeUser(db, 'Opal', 'operator');

  function send(about: string, asker: Asker, fields: Partial<typeof typed> & { isSuspect?: boolean } = {}, at = now) {
    const input = checkInput(sendMessage, { ...typed, about, ...fields }, at);
    if (!input.done) throw new Error(JSON.stringify(input.problem));
    const sent = runCommand(sendMessage, input.value, { db, asker, now: at });
    if (!sent.done) throw new Error(sent.problem.message);
    return sent.value;
  }

  /** Writes about a listing; how its buyer finds the conversation, and its id. */
  function open(about: string, asker: Asker = nobody): { id: string; name: ConversationName } {
    const { conversation } = send(about, asker);
    if (!conversation?.name) throw new Error('It went to the business.');
    return { id: conversation.id, name: conversation.name };
  }

  function answer(conversation: ConversationName, text: string, asker: Asker, at = now) {
    const input = checkInput(writeMessage, { conversation, text }, at);
    return input.done ? runCommand(writeMessage, input.value, { db, asker, now: at }) : input;
  }

  const share = (conversation: ConversationName, contact: 'phone' | 'email', isShared: boolean, asker: Asker) =>
    runCommand(shareContact, { conversation, contact, isShared }, { db, asker, now });

  const textsOf = (id: string) => findMessagesOf(db, id, 1).items.map(({ side, text }) => `${side}: ${text}`);

  const usersListing = () => storeListing(db, {}, seller).listing;

  function visitorsListing() {
    const { listing, manageCode } = storeListing(db);
    const keyId = manageCode && findManageKey(db, manageCode);
    if (!keyId) throw new Error('A visitor’s listing has a key.');
    return { id: listing.id, kind: listing.kind, keyId, holder: { user: null, manageKeyIds: [keyId] } };
  }

  /** A used vehicle of the seller's among those of the catalogue; its id. */
  function usersVehicle(): string {
    const input = checkInput(offerVehicle, { ...usedShine, photos: [] }, now);
    if (!input.done) throw new Error(JSON.stringify(input.problem));
    const offered = runCommand(offerVehicle, input.value, { db, asker: seller, now });
    if (!offered.done) throw new Error(offered.problem.message);
    return offered.value.id;
  }

  const moderated = (id: string, deed: 'hide' | 'restore', reason: string, at = now) =>
    runCommand(moderate, { subject: 'listing', id, deed, reason }, { db, asker: operator, now: at });

  return {
    ...{ db, seller, buyer, operator },
    ...{ send, open, answer, share, textsOf, usersListing, visitorsListing, usersVehicle, moderated },
  };
}
