import { type Actor, anonymous, type SignedInUser } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import type { ConversationName } from '~/domain/conversations/conversation';
import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { shareContact, writeMessage } from '~/domain/conversations/conversation.commands.server';
import { moderate } from '~/domain/desk/moderate.server';
import { minuteMs } from '~/domain/shared/dates';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { sendMessage } from '~/domain/messages/send-message.server';
import { offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { freshDatabase } from './fresh-database';
import { usedShine } from './sample-content';
import { storeListing, storeUser } from './stored-listing';

export type User = Actor & { user: SignedInUser };

/** Default time of all actions. */
export const now = new Date('2026-06-15T06:30:00.000Z');
export const later = (minutes: number): Date => new Date(now.getTime() + minutes * minuteMs);

const formValues = {
  name: 'Bala K',
  email: 'bala@example.com',
  phone: '98765 43210',
  subject: 'Is it still there?',
  message: 'May I see it on Saturday?',
};

/** A database with a seller, a buyer and an operator, and their actions on each other. */
export function conversationFixture() {
  const db = freshDatabase();
  const seller: User = storeUser(db, 'Sita');
  const buyer: User = storeUser(db, 'Bala');
  const operator: User = storeUser(db, 'Opal', 'owner');

  function send(
    about: string,
    actor: Actor,
    fields: Partial<typeof formValues> & { isSuspect?: boolean } = {},
    at = now,
  ) {
    const input = checkInput(sendMessage, { ...formValues, about, ...fields }, at);
    if (!input.ok) throw new Error(JSON.stringify(input.error));
    const sent = runCommand(sendMessage, input.value, { db, actor, now: at });
    if (!sent.ok) throw new Error(sent.error.code);
    return sent.value;
  }

  let opened = 0;
  /** Writes about a listing, in other words each time; returns the buyer's name of the conversation, and its id. */
  function open(about: string, actor: Actor = anonymous): { id: string; name: ConversationName } {
    opened += 1;
    const message = opened === 1 ? formValues.message : `${formValues.message} Or ${opened} days later?`;
    const { conversation, isToSeller } = send(about, actor, { message });
    if (!isToSeller || !conversation.name) throw new Error('It went to the business.');
    return { id: conversation.id, name: conversation.name };
  }

  function reply(conversation: ConversationName, text: string, actor: Actor, at = now) {
    const input = checkInput(writeMessage, { conversation, text }, at);
    return input.ok ? runCommand(writeMessage, input.value, { db, actor, now: at }) : input;
  }

  const share = (conversation: ConversationName, contact: 'phone' | 'email', isShared: boolean, actor: Actor) =>
    runCommand(shareContact, { conversation, contact, isShared }, { db, actor, now });

  const getTexts = (id: string) =>
    findMessagesInConversation(db, id, 1).items.map(({ side, text }) => `${side}: ${text}`);

  const usersListing = () => storeListing(db, {}, seller).listing;

  function visitorsListing() {
    const { listing, manageCode } = storeListing(db);
    const keyId = manageCode && findManageKey(db, manageCode);
    if (!keyId) throw new Error('A visitor’s listing has a key.');
    return { id: listing.id, kind: listing.kind, keyId, owner: { user: null, manageKeyIds: [keyId] } };
  }

  /** A used vehicle of the seller in the catalogue; its id. */
  function usersVehicle(): string {
    const input = checkInput(offerVehicle, { ...usedShine, photos: [] }, now);
    if (!input.ok) throw new Error(JSON.stringify(input.error));
    const offered = runCommand(offerVehicle, input.value, { db, actor: seller, now });
    if (!offered.ok) throw new Error(offered.error.code);
    return offered.value.id;
  }

  const moderated = (id: string, action: 'hide' | 'restore', reason: string, at = now) =>
    runCommand(moderate, { subject: 'listing', id, action, reason }, { db, actor: operator, now: at });

  return {
    ...{ db, seller, buyer, operator },
    ...{ send, open, reply, share, getTexts, usersListing, visitorsListing, usersVehicle, moderated },
  };
}
