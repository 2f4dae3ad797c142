import { beforeEach, describe, expect, it } from 'vitest';
import type { Asker, SignedInUser } from '~/domain/asker';
import { checkInput, runCommand } from '~/domain/command.server';
import type { ConversationName } from '~/domain/conversations/conversation';
import {
  conversationsOf,
  findConversation,
  findMessagesOf,
  unreadMessages,
} from '~/domain/conversations/conversation-queries.server';
import { listingDeleted, listingHidden, otherSideGone } from '~/domain/conversations/conversation-sentences';
import { leaveConversations } from '~/domain/conversations/leave-conversations.server';
import { longestAnswer, mostMessages } from '~/domain/conversations/limits';
import { markRead } from '~/domain/conversations/mark-read.server';
import { ownWords } from '~/domain/conversations/own-words.server';
import { shareContact } from '~/domain/conversations/share-contact.server';
import { writeMessage } from '~/domain/conversations/write-message.server';
import { moderate } from '~/domain/desk/moderate.server';
import { claimListings } from '~/domain/listings/claim-listings.server';
import { judgeConversation } from '~/domain/desk/judge-conversation.server';
import { deedsOf } from '~/domain/desk/operator-log.server';
import { removalToldDays } from '~/domain/desk/removal-notices.server';
import { isOpenTo } from '~/domain/desk/reported-conversation.server';
import { findDeskPage } from '~/domain/desk/desk-queries.server';
import { openReports } from '~/domain/reports/report-queries.server';
import { reportThing } from '~/domain/reports/report-thing.server';
import { deleteVehicle } from '~/domain/used-vehicles/delete-vehicle.server';
import { offerVehicle } from '~/domain/used-vehicles/offer-vehicle.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { listingNewsFor } from '~/domain/listings/listing-news.server';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { markSold } from '~/domain/listings/mark-sold.server';
import { sendMessage } from '~/domain/messages/send-message.server';
import type { Database } from '~db/connection';
import { contactMessages, conversationMessages, conversations, users } from '~db/schema';
import { eq } from 'drizzle-orm';
import { freshDatabase } from '../support/fresh-database';
import { usedShine } from '../support/sample-content';
import { nobody, storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-06-15T06:30:00.000Z');
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

type User = Asker & { user: SignedInUser };

let db: Database;
let seller: User;
let buyer: User;
let operator: User;
beforeEach(() => {
  db = freshDatabase();
  seller = storeUser(db, 'Sita');
  buyer = storeUser(db, 'Bala');
  operator = storeUser(db, 'Opal', 'operator');
});

const typed = {
  name: 'Bala K',
  email: 'bala@example.com',
  phone: '98765 43210',
  subject: 'Is it still there?',
  message: 'May I see it on Saturday?',
};

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
  if (!conversation) throw new Error('It went to the business.');
  return conversation;
}

function answer(conversation: ConversationName, text: string, asker: Asker, at = now) {
  const input = checkInput(writeMessage, { conversation, text }, at);
  return input.done ? runCommand(writeMessage, input.value, { db, asker, now: at }) : input;
}

const share = (conversation: ConversationName, contact: 'phone' | 'email', isShared: boolean, asker: Asker) =>
  runCommand(shareContact, { conversation, contact, isShared }, { db, asker, now });
const textsOf = (id: string) => findMessagesOf(db, id, 1).items.map(({ side, text }) => `${side}: ${text}`);
const visitorsListing = () => {
  const { listing, manageCode } = storeListing(db);
  const keyId = manageCode && findManageKey(db, manageCode);
  if (!keyId) throw new Error('A visitor’s listing has a key.');
  return { id: listing.id, kind: listing.kind, keyId, holder: { user: null, manageKeyIds: [keyId] } };
};
const usersListing = () => storeListing(db, {}, seller).listing;
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

describe('a message', () => {
  it('about somebody’s listing goes to its seller and to nobody else', () => {
    const { id } = open(usersListing().id, buyer);
    expect(db.select().from(contactMessages).all()).toEqual([]);
    expect(findConversation(db, { id }, seller)).toMatchObject({ side: 'seller', otherName: 'Bala K' });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ side: 'buyer', otherName: 'Sita' });
    for (const other of [nobody, operator, storeUser(db, 'Eve')])
      expect(findConversation(db, { id }, other)).toBeNull();
  });

  it('about a sample, a vehicle of the catalogue, several things or one’s own goes to the business', () => {
    const own = usersListing();
    const other = visitorsListing();
    expect(send('sample-bike-1', buyer).conversation).toBeNull();
    expect(send('1', buyer).conversation).toBeNull();
    expect(send(`${own.id},${other.id}`, buyer).conversation).toBeNull();
    expect(send(`plan:basic,${own.id}`, buyer).conversation).toBeNull();
    expect(send(own.id, seller).conversation).toBeNull();
    expect(send(other.id, other.holder).conversation).toBeNull();
    expect(db.select().from(conversations).all()).toEqual([]);
    expect(db.select().from(contactMessages).all()).toHaveLength(6);
    expect(() => send('nothing-there', buyer)).toThrow('Please fix the validation errors above');
  });

  it('of a user about the same listing again goes on with the conversation there is; a visitor’s is one of its own', () => {
    const { id: listing } = usersListing();
    const first = open(listing, buyer);
    expect(open(listing, buyer).id).toBe(first.id);
    expect(textsOf(first.id)).toHaveLength(2);
    const visitor = open(listing);
    expect(open(listing).id).not.toBe(visitor.id);
    expect(conversationsOf(db, seller, 1).pagination.total).toBe(3);
  });

  it('that looks made by a machine stands last and does not count as new, until its seller answers', () => {
    const { id: listing } = usersListing();
    const { conversation } = send(listing, nobody, { isSuspect: true, message: 'Bulk prices, click here' });
    open(listing, buyer);
    // The same words from another, who is nobody that is known.
    send(listing, nobody, { email: 'other@example.com' }, later(1));
    const shown = conversationsOf(db, seller, 1).items;
    expect(shown.map(({ isSuspect }) => isSuspect)).toEqual([false, true, true]);
    expect(unreadMessages(db, seller)).toBe(1);
    answer({ id: conversation?.id ?? '' }, 'Who are you?', seller, later(2));
    expect(conversationsOf(db, seller, 1).items[0]).toMatchObject({ isSuspect: false, lastWords: 'Who are you?' });
  });
});

describe('a conversation', () => {
  it('of two visitors is opened by the private link on one side and the manage key on the other', () => {
    const listing = visitorsListing();
    const { id, name } = open(listing.id);
    expect(findConversation(db, name, nobody)).toMatchObject({ side: 'buyer', otherName: 'Private seller' });
    expect(findConversation(db, { id }, listing.holder)).toMatchObject({ side: 'seller', otherName: 'Bala K' });
    expect(findConversation(db, { id }, nobody)).toBeNull();
    expect(findConversation(db, { key: id }, nobody)).toBeNull();
    expect(conversationsOf(db, listing.holder, 1).items).toMatchObject([{ side: 'seller', otherName: 'Bala K' }]);
    expect(conversationsOf(db, nobody, 1).items).toEqual([]);
    const stored = db.select({ hash: conversations.buyerKeyHash }).from(conversations).get();
    expect('key' in name && stored?.hash?.includes(name.key)).toBe(false);
  });

  it('shows two visitors nothing of each other', () => {
    const { id: listing } = visitorsListing();
    const one = open(listing);
    const other = open(listing);
    answer(one.name, 'Only for the first', nobody);
    expect(textsOf(other.id)).toEqual(['buyer: May I see it on Saturday?']);
    expect(findConversation(db, other.name, nobody)?.id).not.toBe(one.id);
  });

  it('counts what was not read on each side', () => {
    const { id } = open(usersListing().id, buyer);
    expect([unreadMessages(db, seller), unreadMessages(db, buyer)]).toEqual([1, 0]);
    answer({ id }, 'Come by', seller, later(1));
    answer({ id }, 'At ten?', seller, later(2));
    expect([unreadMessages(db, seller), unreadMessages(db, buyer)]).toEqual([0, 2]);
    const seen = findConversation(db, { id }, buyer);
    if (seen) markRead(seen, { db, asker: buyer, now });
    expect(unreadMessages(db, buyer)).toBe(0);
    expect(textsOf(id)).toEqual(['buyer: May I see it on Saturday?', 'seller: Come by', 'seller: At ten?']);
  });

  it('refuses an empty answer, one too long, and one of whoever is neither side', () => {
    const { id } = open(usersListing().id, buyer);
    expect(answer({ id }, ' \n ', seller)).toMatchObject({ problem: { errors: { text: 'Message is required' } } });
    const long = answer({ id }, 'x'.repeat(longestAnswer + 1), seller);
    expect(long).toMatchObject({ problem: { errors: { text: 'Message must be at most 2000 characters' } } });
    expect(answer({ id }, 'Hello', nobody)).toMatchObject({ problem: { kind: 'not-found' } });
    expect(answer({ key: 'guessed' }, 'Hello', nobody)).toMatchObject({ problem: { kind: 'not-found' } });
    expect(textsOf(id)).toHaveLength(1);
  });

  it('ends when it is full', () => {
    const { id } = open(usersListing().id, buyer);
    for (let written = 1; written < mostMessages; written += 1) answer({ id }, `No. ${written}`, buyer);
    expect(answer({ id }, 'One more', buyer)).toMatchObject({ problem: { kind: 'conflict' } });
    const { items, pagination } = findMessagesOf(db, id, 1);
    expect([items.at(-1)?.text, items.length, pagination.total]).toEqual(['No. 499', 20, mostMessages]);
  });

  it('goes on when the listing is sold, and only stays to be read when it is hidden or deleted', () => {
    const listing = visitorsListing();
    const { id, name } = open(listing.id);
    const context = { db, asker: listing.holder, now };
    runCommand(markSold, { id: listing.id, kind: 'bike' }, context);
    expect(findConversation(db, name, nobody)).toMatchObject({ closed: null, listing: { standing: 'sold' } });
    moderated(listing.id, 'hide', 'Stolen');
    expect(findConversation(db, name, nobody)?.closed).toBe(listingHidden);
    expect(answer(name, 'Hello?', nobody)).toMatchObject({ problem: { kind: 'conflict', message: listingHidden } });
    moderated(listing.id, 'restore', '');
    runCommand(deleteListing, { id: listing.id, kind: 'bike' }, context);
    expect(findConversation(db, name, nobody)?.closed).toBe(listingDeleted);
    // The key of the last listing stays as long as it opens a conversation.
    expect(findConversation(db, { id }, listing.holder)).toMatchObject({
      listing: { id: null, name: 'Honda Shine 125', standing: 'deleted' },
    });
  });

  it('goes with the listing to whoever takes it over', () => {
    const { id: listing, keyId, holder } = visitorsListing();
    const { id } = open(listing, buyer);
    claimListings(db, seller.user.id, [keyId], now);
    expect(findConversation(db, { id }, seller)).toMatchObject({ side: 'seller' });
    expect(findConversation(db, { id }, holder)).toBeNull();
  });
});

describe('a used vehicle of a user', () => {
  it('has its own seller, who is written to like that of a listing', () => {
    const vehicle = usersVehicle();
    const { id } = open(vehicle, buyer);
    expect(open(vehicle, buyer).id).toBe(id);
    expect(send(vehicle, seller).conversation).toBeNull();
    expect(findConversation(db, { id }, seller)).toMatchObject({
      side: 'seller',
      listing: { id: vehicle, kind: null, name: 'Honda Shine 125', standing: 'available' },
    });
    const visitor = open(vehicle);
    expect(findConversation(db, visitor.name, nobody)).toMatchObject({ side: 'buyer', otherName: 'Sita' });
    const hide = { subject: 'vehicle', id: vehicle, deed: 'hide', reason: 'Stolen' } as const;
    runCommand(moderate, hide, { db, asker: operator, now });
    expect(findConversation(db, { id }, buyer)?.closed).toBe(listingHidden);
    runCommand(deleteVehicle, { id: vehicle }, { db, asker: seller, now });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ closed: listingHidden });
    runCommand(moderate, { ...hide, deed: 'delete' }, { db, asker: operator, now });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ closed: listingDeleted, listing: { id: null } });
  });
});

describe('a reported conversation', () => {
  const report = (name: ConversationName, asker: Asker, fields: object = {}) => {
    const input = checkInput(reportThing, { about: { kind: 'conversation', name }, reason: 'fraud', ...fields }, now);
    return input.done ? runCommand(reportThing, input.value, { db, asker, now }) : input;
  };
  type Judging = { reason?: string; asker?: User; at?: Date; reports?: number };
  const judge = (id: string, deed: string, { reason = '', asker = operator, at = now, ...rest }: Judging = {}) => {
    const input = checkInput(judgeConversation, { id, deed, reason, ...rest }, at);
    return input.done ? runCommand(judgeConversation, input.value, { db, asker, now: at }) : input;
  };
  const desk = (status: string) => findDeskPage(db, 'conversation', { status }, 1).items;

  it('is reported by its two sides only, and without what cannot be wrong with it', () => {
    const { id, name } = open(usersListing().id);
    for (const asker of [buyer, operator, nobody]) {
      expect(report({ id }, asker)).toMatchObject({ problem: { kind: 'not-found' } });
    }
    expect(report({ id }, seller, { reason: 'sold-already' })).toMatchObject({ problem: { kind: 'invalid' } });
    expect(report(name, nobody, { words: 'Wants an OTP.' }).done).toBe(true);
    expect(report({ id }, seller, { reason: 'spam' }).done).toBe(true);
    const said = openReports(db, 'conversation', id).map(({ side, from, words }) => [side, from, words]);
    expect(said).toHaveLength(2);
    expect(said).toEqual(
      expect.arrayContaining([
        ['buyer', null, 'Wants an OTP.'],
        ['seller', null, null],
      ]),
    );
  });

  it('is at the desk by its subject; no other conversation is', () => {
    open(usersListing().id);
    const { id } = open(visitorsListing().id, buyer);
    expect(desk('all')).toEqual([]);
    expect(judge(id, 'read', { reason: 'Curious' })).toMatchObject({ problem: { kind: 'not-found' } });
    report({ id }, buyer);
    expect(desk('reported')).toMatchObject([{ id, title: 'Is it still there?', from: null, status: 'reported' }]);
    judge(id, 'dismiss');
    expect(desk('reported')).toEqual([]);
    expect(desk('all')).toMatchObject([{ id, status: 'checked' }]);
  });

  it('is opened with a reason, to the operator who gave it, for an hour or until it is decided; each time is logged', () => {
    const { id } = open(usersListing().id, buyer);
    report({ id }, buyer);
    const other = storeUser(db, 'Omar', 'operator');
    const isOpen = (asker = operator, at = now) => isOpenTo(db, id, asker.user.id, at);
    expect(judge(id, 'read', { reason: 'x', asker: seller })).toMatchObject({ problem: { kind: 'forbidden' } });
    expect(judge(id, 'read', { reason: ' ' })).toMatchObject({ problem: { errors: { reason: 'Reason is required' } } });
    expect(isOpen()).toBe(false);
    expect(judge(id, 'read', { reason: 'Report of fraud' }).done).toBe(true);
    expect([isOpen(), isOpen(other), isOpen(operator, later(59)), isOpen(operator, later(60))]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(deedsOf(db, 'conversation', id)).toMatchObject([
      {
        deed: 'opened to be read',
        reason: 'Report of fraud',
        title: expect.stringMatching(/^Conversation [\dA-F-]{9}$/),
      },
    ]);
    judge(id, 'dismiss', { at: later(1) });
    expect(isOpen(operator, later(2))).toBe(false);
    expect(judge(id, 'read', { reason: 'Again' })).toMatchObject({ problem: { kind: 'conflict' } });
  });

  it('can be ended, which both sides read with the reason, and opened again', () => {
    const { id } = open(usersListing().id, buyer);
    report({ id }, buyer);
    report({ id }, seller);
    expect(judge(id, 'end', { reason: 'Fraud', reports: 1 })).toMatchObject({ problem: { kind: 'conflict' } });
    expect(judge(id, 'end')).toMatchObject({ problem: { errors: { reason: 'Reason is required' } } });
    expect(judge(id, 'end', { reason: 'Fraud', reports: 2 }).done).toBe(true);
    for (const asker of [buyer, seller]) {
      expect(findConversation(db, { id }, asker)?.closed).toContain('Our reason: Fraud');
      expect(answer({ id }, 'Hello?', asker)).toMatchObject({ problem: { kind: 'conflict' } });
      expect(share({ id }, 'email', true, asker)).toMatchObject({ problem: { kind: 'conflict' } });
    }
    expect(desk('ended')).toMatchObject([{ id, status: 'ended' }]);
    expect(judge(id, 'reopen').done).toBe(true);
    expect(findConversation(db, { id }, buyer)?.closed).toBeNull();
  });
});

describe('a phone or email', () => {
  it('is seen by the other side once its owner shares it, and no longer once not', () => {
    const { id } = open(usersListing().id, buyer);
    const seen = (asker: Asker) => findConversation(db, { id }, asker)?.shared;
    expect([seen(seller), seen(buyer)]).toEqual(Array(2).fill({ phone: null, email: null }));
    share({ id }, 'phone', true, buyer);
    expect([seen(seller), seen(buyer)]).toEqual([
      { phone: '98765 43210', email: null },
      { phone: null, email: null },
    ]);
    share({ id }, 'email', true, seller);
    expect(seen(buyer)).toEqual({ phone: null, email: 'sita@example.com' });
    share({ id }, 'phone', false, buyer);
    expect(seen(seller)).toEqual({ phone: null, email: null });
  });

  it('that is not there, or of whoever is neither side, is not shared', () => {
    const { id } = open(usersListing().id, buyer);
    expect(share({ id }, 'phone', true, seller)).toMatchObject({ problem: { kind: 'conflict' } });
    expect(share({ id }, 'phone', true, operator)).toMatchObject({ problem: { kind: 'not-found' } });
    db.update(users).set({ phone: '0000000000' }).where(eq(users.id, seller.user.id)).run();
    expect(findConversation(db, { id }, seller)?.own.phone.value).toBeNull();
  });
});

describe('who deletes the account', () => {
  it('leaves what was written with the other side, without a name, a phone or an email', () => {
    const { id } = open(usersListing().id, buyer);
    share({ id }, 'phone', true, buyer);
    expect(ownWords(db, buyer.user.id)).toMatchObject([
      { side: 'buyer', listingName: 'Honda Shine 125', messages: [{ text: 'May I see it on Saturday?' }] },
    ]);
    leaveConversations(db, buyer.user.id);
    db.delete(users).where(eq(users.id, buyer.user.id)).run();
    expect(findConversation(db, { id }, seller)).toMatchObject({
      otherName: 'Deleted account',
      shared: { phone: null, email: null },
      closed: otherSideGone,
    });
    expect(textsOf(id)).toEqual(['buyer: May I see it on Saturday?']);
    expect(JSON.stringify(db.select().from(conversations).all())).not.toContain('bala');
  });

  it('takes the conversation along when nobody is left to read it', () => {
    open(usersListing().id, buyer);
    for (const { user } of [buyer, seller]) {
      leaveConversations(db, user.id);
      db.delete(users).where(eq(users.id, user.id)).run();
    }
    expect(db.select().from(conversationMessages).all()).toEqual([]);
  });
});

describe('a seller', () => {
  it('is told that a listing was hidden, why, and that it is shown again, for a fortnight', () => {
    const { id } = usersListing();
    const visitors = visitorsListing();
    moderated(id, 'hide', 'The photo shows a number');
    moderated(visitors.id, 'hide', 'Sold elsewhere');
    expect(listingNewsFor(db, seller, now)).toMatchObject([
      { id, done: 'hidden', reason: 'The photo shows a number', at: now.toISOString() },
    ]);
    expect(listingNewsFor(db, visitors.holder, now)).toMatchObject([{ id: visitors.id, reason: 'Sold elsewhere' }]);
    moderated(id, 'restore', '', later(60));
    expect(listingNewsFor(db, seller, later(61))).toMatchObject([{ done: 'shown', reason: null }]);
    expect(listingNewsFor(db, seller, later(15 * 24 * 60))).toEqual([]);
    expect(listingNewsFor(db, buyer, now)).toEqual([]);
  });

  it('is told that a listing or a vehicle was deleted by an operator, and why, also one without an account', () => {
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    moderated(id, 'hide', 'Looks stolen');
    runCommand(moderate, { subject: 'listing', id, deed: 'delete', reason: 'Stolen' }, { db, asker: operator, now });
    const wrong = { subject: 'listing', id: visitors.id, deed: 'delete', reason: 'Not a vehicle' } as const;
    runCommand(moderate, wrong, { db, asker: operator, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, asker: operator, now: later(1) });
    expect(listingNewsFor(db, seller, now).map(({ name, done, reason }) => [name, done, reason])).toEqual([
      ['Honda Shine 125', 'deleted', null],
      ['Honda Shine 125', 'deleted', 'Stolen'],
    ]);
    expect(listingNewsFor(db, visitors.holder, now)).toMatchObject([{ done: 'deleted', reason: 'Not a vehicle' }]);
    expect(listingNewsFor(db, nobody, now)).toEqual([]);
    // The news go with whoever takes over what the key opened.
    claimListings(db, buyer.user.id, [visitors.keyId], now);
    expect(listingNewsFor(db, buyer, now)).toMatchObject([{ reason: 'Not a vehicle' }]);
    expect(listingNewsFor(db, buyer, later(removalToldDays * 24 * 60 + 1))).toEqual([]);
  });

  it('is not told of what they deleted themselves', () => {
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    runCommand(deleteListing, { id, kind: 'bike' }, { db, asker: seller, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, asker: seller, now });
    runCommand(deleteListing, { id: visitors.id, kind: 'bike' }, { db, asker: visitors.holder, now });
    expect([...listingNewsFor(db, seller, now), ...listingNewsFor(db, visitors.holder, now)]).toEqual([]);
    // A key that opens nothing any more is gone.
    expect(db.$client.prepare('SELECT count(*) FROM manage_keys').pluck().get()).toBe(0);
  });
});
