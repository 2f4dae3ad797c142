import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { maxMessages, maxReplyLength } from '~/domain/conversations/conversation';
import {
  anonymizeConversations,
  findHeldReply,
  holdReply,
  markRead,
  sendDueReplies,
  undoReply,
} from '~/domain/conversations/conversation.commands.server';
import { findConversation, findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { countUnreadMessages, findInbox } from '~/domain/conversations/inbox.queries.server';
import { blockSender } from '~/domain/conversations/unwanted-messages.server';
import { moderate } from '~/domain/desk/moderate.server';
import { decideOnConversation } from '~/domain/desk/reported-conversation.server';
import { reportItem } from '~/domain/desk/reports.server';
import { claimListings } from '~/domain/listings/manage-key.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { markSold } from '~/domain/used-vehicles/sale.commands.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { findOwnContributions } from '~/domain/own-data/own-data.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { runCommand } from '~/domain/shared/run-command.server';
import { deleteVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { users } from '~db/schema/accounts';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { contactMessages } from '~db/schema/requests';
import { mails } from '~db/schema/site';
import { conversationFixture, later, now } from '../support/conversation-fixture';
import { countReads } from '../support/count-reads';
import { storeUser } from '../support/stored-listing';

const hidden = { code: 'conversation_listing_hidden' };
const deleted = { code: 'conversation_listing_deleted' };

describe('a message', () => {
  it('about another user’s listing goes to its seller only', () => {
    const { db, seller, buyer, operator, open, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    expect(db.select().from(contactMessages).all()).toEqual([]);
    expect(findConversation(db, { id }, seller)).toMatchObject({ side: 'seller', otherName: 'Bala K' });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ side: 'buyer', otherName: 'Sita' });
    for (const other of [anonymous, operator, storeUser(db, 'Eve')])
      expect(findConversation(db, { id }, other)).toBeNull();
  });

  it('about a sample, a vehicle of the catalogue, several items or the sender’s own item goes to the business', () => {
    const { db, seller, buyer, send, visitorsListing, usersListing } = conversationFixture();
    const own = usersListing();
    const other = visitorsListing();
    expect(send('sample-bike-1', buyer).isToSeller).toBe(false);
    expect(send('1', buyer).isToSeller).toBe(false);
    expect(send(`${own.id},${other.id}`, buyer).isToSeller).toBe(false);
    expect(send(`plan:basic,${own.id}`, buyer).isToSeller).toBe(false);
    expect(send(own.id, seller).isToSeller).toBe(false);
    expect(send(other.id, other.owner).isToSeller).toBe(false);
    expect(
      db
        .select()
        .from(conversations)
        .all()
        .filter(({ deskRequestId }) => deskRequestId === null),
    ).toEqual([]);
    expect(db.select().from(contactMessages).all()).toHaveLength(6);
    expect(() => send('nothing-there', buyer)).toThrow('invalid_fields');
  });

  it('of a user about the same listing continues the existing conversation; each of a visitor starts a new one', () => {
    const { db, seller, buyer, open, getTexts, usersListing } = conversationFixture();
    const { id: listing } = usersListing();
    const first = open(listing, buyer);
    expect(open(listing, buyer).id).toBe(first.id);
    expect(getTexts(first.id)).toHaveLength(2);
    const visitor = open(listing);
    expect(open(listing).id).not.toBe(visitor.id);
    expect(findInbox(db, seller, { page: 1 }).pagination.total).toBe(3);
  });

  it('of a user is rejected by a conversation that we ended or that is full, and starts no other', () => {
    const { db, seller, buyer, operator, open, reply, getTexts, usersListing } = conversationFixture();
    const { id: listing } = usersListing();
    const { id, name } = open(listing, buyer);
    const asOperator = { db, actor: operator, now };
    const about = { kind: 'conversation', name } as const;
    runCommand(reportItem, { about, reason: 'fraud', words: '', isSuspect: false }, { db, actor: seller, now });
    runCommand(decideOnConversation, { id, action: 'end', reason: 'Rude words' }, asOperator);
    expect(() => open(listing, buyer)).toThrow('conversation_ended');
    expect(getTexts(id)).toEqual(['buyer: May I see it on Saturday?']);
    runCommand(decideOnConversation, { id, action: 'reopen', reason: '' }, asOperator);
    expect(open(listing, buyer).id).toBe(id);
    for (let written = 2; written < maxMessages; written += 1) reply(name, `No. ${written}`, buyer);
    expect(() => open(listing, buyer)).toThrow('conversation_full');
    expect(findMessagesInConversation(db, id, 1).pagination.total).toBe(maxMessages);
    expect(findInbox(db, seller, { page: 1 }).pagination.total).toBe(1);
  });

  it('that looks like spam is listed last and not counted as new, until its seller replies', () => {
    const { db, seller, buyer, send, open, reply, usersListing } = conversationFixture();
    const { id: listing } = usersListing();
    const { conversation } = send(listing, anonymous, { isSuspect: true, message: 'Bulk prices, click here' });
    open(listing, buyer);
    // The same text from another, anonymous sender.
    send(listing, anonymous, { email: 'other@example.com' }, later(1));
    const shown = findInbox(db, seller, { page: 1 }).items;
    expect(shown.map(({ isSuspect }) => isSuspect)).toEqual([false, true, true]);
    expect(countUnreadMessages(db, seller)).toBe(1);
    reply({ id: conversation?.id ?? '' }, 'Who are you?', seller, later(2));
    expect(findInbox(db, seller, { page: 1 }).items[0]).toMatchObject({
      isSuspect: false,
      lastMessage: { text: 'Who are you?', isOwn: true },
    });
  });
});

describe('a conversation', () => {
  it('of two visitors is opened by the private link on one side and the manage key on the other', () => {
    const { db, open, visitorsListing } = conversationFixture();
    const listing = visitorsListing();
    const { id, name } = open(listing.id);
    expect(findConversation(db, name, anonymous)).toMatchObject({ side: 'buyer', otherName: 'Private seller' });
    expect(findConversation(db, { id }, listing.owner)).toMatchObject({ side: 'seller', otherName: 'Bala K' });
    expect(findConversation(db, { id }, anonymous)).toBeNull();
    expect(findConversation(db, { id }, visitorsListing().owner)).toBeNull();
    expect(findConversation(db, { key: id }, anonymous)).toBeNull();
    expect(findInbox(db, listing.owner, { page: 1 }).items).toMatchObject([{ side: 'seller', otherName: 'Bala K' }]);
    expect(findInbox(db, anonymous, { page: 1 }).items).toEqual([]);
    const stored = db.select({ hash: conversations.buyerKeyHash }).from(conversations).get();
    expect('key' in name && stored?.hash?.includes(name.key)).toBe(false);
  });

  it('shows two visitors no contact details of each other', () => {
    const { db, open, reply, getTexts, visitorsListing } = conversationFixture();
    const { id: listing } = visitorsListing();
    const one = open(listing);
    const other = open(listing);
    reply(one.name, 'Only for the first', anonymous);
    expect(getTexts(other.id)).toEqual([expect.stringMatching(/^buyer: May I see it on Saturday\?/)]);
    expect(findConversation(db, other.name, anonymous)?.id).not.toBe(one.id);
  });

  it('counts the unread messages of each side', async () => {
    const { db, seller, buyer, open, reply, getTexts, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    expect([countUnreadMessages(db, seller), countUnreadMessages(db, buyer)]).toEqual([1, 0]);
    reply({ id }, 'Come by', seller, later(1));
    reply({ id }, 'At ten?', seller, later(2));
    expect([countUnreadMessages(db, seller), countUnreadMessages(db, buyer)]).toEqual([0, 2]);
    reply({ id }, 'Gladly.', buyer, later(3));
    expect([countUnreadMessages(db, seller), countUnreadMessages(db, buyer)]).toEqual([1, 0]);
    reply({ id }, 'See you.', seller, later(4));
    const seen = findConversation(db, { id }, buyer);
    if (seen) markRead(seen, { db });
    await setImmediate();
    expect(countUnreadMessages(db, buyer)).toBe(0);
    expect(getTexts(id).slice(0, 3)).toEqual([
      'buyer: May I see it on Saturday?',
      'seller: Come by',
      'seller: At ten?',
    ]);
  });

  it('rejects an empty reply, one that is too long, and one of an actor on neither side', () => {
    const { seller, buyer, open, reply, getTexts, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    expect(reply({ id }, ' \n ', seller)).toMatchObject({ error: { errors: { text: { code: 'required' } } } });
    const long = reply({ id }, 'x'.repeat(maxReplyLength + 1), seller);
    expect(long).toMatchObject({ error: { errors: { text: { code: 'too_long', values: { most: '2,000' } } } } });
    expect(reply({ id }, 'Hello', anonymous)).toMatchObject({ error: { kind: 'not-found' } });
    expect(reply({ key: 'guessed' }, 'Hello', anonymous)).toMatchObject({ error: { kind: 'not-found' } });
    expect(getTexts(id)).toHaveLength(1);
  });

  it('ends when it is full', () => {
    const { db, buyer, open, reply, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    for (let written = 1; written < maxMessages; written += 1) reply({ id }, `No. ${written}`, buyer);
    expect(reply({ id }, 'One more', buyer)).toMatchObject({ error: { kind: 'conflict' } });
    const { items, pagination } = findMessagesInConversation(db, id, 1);
    expect([items.at(-1)?.text, items.length, pagination.total]).toEqual(['No. 499', 20, maxMessages]);
  });

  it('continues when the listing is sold, and is read-only when it is hidden or deleted', () => {
    const { db, open, reply, visitorsListing, moderated } = conversationFixture();
    const listing = visitorsListing();
    const { id, name } = open(listing.id);
    const context = { db, actor: listing.owner, now };
    runCommand(markSold, { id: listing.id, kind: 'bike' }, context);
    expect(findConversation(db, name, anonymous)).toMatchObject({ closed: null, listing: { availability: 'sold' } });
    moderated(listing.id, 'hide', 'Stolen');
    expect(findConversation(db, name, anonymous)?.closed).toEqual(hidden);
    expect(reply(name, 'Hello?', anonymous)).toMatchObject({ error: { kind: 'conflict', ...hidden } });
    moderated(listing.id, 'restore', '');
    runCommand(deleteListing, { id: listing.id, kind: 'bike' }, context);
    expect(findConversation(db, name, anonymous)?.closed).toEqual(deleted);
    // The key of the last listing stays valid as long as it opens a conversation.
    expect(findConversation(db, { id }, listing.owner)).toMatchObject({
      listing: { id: null, name: 'Honda Shine 125', availability: 'deleted' },
    });
  });

  it('follows the listing to the user who claims it', () => {
    const { db, seller, buyer, open, visitorsListing } = conversationFixture();
    const { id: listing, keyId, owner } = visitorsListing();
    const { id } = open(listing, buyer);
    claimListings(db, seller.user.id, [keyId], now);
    expect(findConversation(db, { id }, seller)).toMatchObject({ side: 'seller' });
    expect(findConversation(db, { id }, owner)).toBeNull();
  });
});

describe('a quick reply', () => {
  const text = 'Yes, it is available.';
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  function hold() {
    const fixture = conversationFixture();
    const { db, seller, buyer, open, usersListing } = fixture;
    enableMail(db);
    const { id } = open(usersListing().id, buyer);
    db.delete(mails).run();
    const conversation = { id };
    const press = (words = text, at = now) =>
      runCommand(holdReply, { conversation, text: words }, { db, actor: seller, now: at });
    const undo = (at: Date) =>
      runCommand(undoReply, { conversation, sendAt: inSeconds(10).toISOString() }, { db, actor: seller, now: at });
    expect(press().ok).toBe(true);
    return { ...fixture, id, press, undo };
  }

  it('is seen, counted and mailed after ten seconds, and cannot be undone then', () => {
    const { db, buyer, id, getTexts, undo } = hold();
    const isUnseen = () => {
      expect(sendDueReplies(db, inSeconds(9.9))).toBe(0);
      expect(getTexts(id)).toHaveLength(1);
      expect(countUnreadMessages(db, buyer)).toBe(0);
      expect(db.select().from(mails).all()).toEqual([]);
    };
    isUnseen();
    expect(findHeldReply(db, { id, side: 'buyer' })).toBeNull();
    expect(sendDueReplies(db, inSeconds(10))).toBe(1);
    expect(getTexts(id)).toEqual(['buyer: May I see it on Saturday?', `seller: ${text}`]);
    expect(countUnreadMessages(db, buyer)).toBe(1);
    expect(db.select().from(mails).all()).toMatchObject([{ kind: 'message', aboutId: id, userId: buyer.user?.id }]);
    expect(undo(inSeconds(11))).toEqual({ ok: true, value: { isUndone: false } });
    expect(getTexts(id)).toHaveLength(2);
  });

  it('is undone before, once or twice, but not by the other side', () => {
    const { db, buyer, id, getTexts, undo } = hold();
    const ofBuyer = { conversation: { id }, sendAt: inSeconds(10).toISOString() };
    runCommand(undoReply, ofBuyer, { db, actor: buyer, now });
    expect(findHeldReply(db, { id, side: 'seller' })?.text).toBe(text);
    for (const at of [inSeconds(9), inSeconds(12)]) expect(undo(at)).toEqual({ ok: true, value: { isUndone: true } });
    sendDueReplies(db, inSeconds(20));
    expect(getTexts(id)).toHaveLength(1);
  });

  it('is sent by an undo that comes too late, even if nothing else has sent it', () => {
    const { id, getTexts, undo } = hold();
    expect(undo(inSeconds(10))).toEqual({ ok: true, value: { isUndone: false } });
    expect(getTexts(id)).toHaveLength(2);
  });

  it('is sent before the next message of its side, and rejected when it only repeats', () => {
    const { db, seller, id, getTexts, press, reply } = hold();
    expect(press(text, inSeconds(2))).toMatchObject({ ok: false });
    expect(findHeldReply(db, { id, side: 'seller' })?.sendAt).toBe(inSeconds(10).toISOString());
    expect(press('The price is fixed.', inSeconds(3)).ok).toBe(true);
    reply({ id }, 'Come at ten.', seller, inSeconds(4));
    expect(getTexts(id).slice(1)).toEqual([`seller: ${text}`, 'seller: The price is fixed.', 'seller: Come at ten.']);
    expect(sendDueReplies(db, inSeconds(20))).toBe(0);
  });

  it('is not sent to who blocks its sender, nor after its sender’s account is deleted', () => {
    const blocked = hold();
    const blocking = { conversation: { id: blocked.id }, isBlocked: true };
    runCommand(blockSender, blocking, { db: blocked.db, actor: blocked.buyer, now });
    expect(sendDueReplies(blocked.db, inSeconds(20))).toBe(0);
    const left = hold();
    anonymizeConversations(left.db, left.seller.user?.id ?? '');
    expect(sendDueReplies(left.db, inSeconds(20))).toBe(0);
  });
});

describe('a used vehicle of a user', () => {
  it('has its own seller, who is contacted like that of a listing', () => {
    const { db, seller, buyer, operator, send, open, usersVehicle } = conversationFixture();
    const vehicle = usersVehicle();
    const { id } = open(vehicle, buyer);
    expect(open(vehicle, buyer).id).toBe(id);
    expect(send(vehicle, seller).isToSeller).toBe(false);
    expect(findConversation(db, { id }, seller)).toMatchObject({
      side: 'seller',
      listing: { id: vehicle, kind: null, name: 'Honda Shine 125', availability: 'available' },
    });
    const visitor = open(vehicle);
    expect(findConversation(db, visitor.name, anonymous)).toMatchObject({ side: 'buyer', otherName: 'Sita' });
    const hide = { subject: 'vehicle', id: vehicle, action: 'hide', reason: 'Stolen' } as const;
    runCommand(moderate, hide, { db, actor: operator, now });
    expect(findConversation(db, { id }, buyer)?.closed).toEqual(hidden);
    runCommand(deleteVehicle, { id: vehicle }, { db, actor: seller, now });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ closed: hidden });
    runCommand(moderate, { ...hide, action: 'delete' }, { db, actor: operator, now });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ closed: deleted, listing: { id: null } });
  });
});

describe('a phone or email', () => {
  it('is visible to the other side while its owner shares it', () => {
    const { db, seller, buyer, open, share, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    const seen = (actor: Actor) => findConversation(db, { id }, actor)?.shared;
    expect([seen(seller), seen(buyer)]).toEqual(Array(2).fill({ phone: null, email: null }));
    share({ id }, 'phone', true, buyer);
    expect([seen(seller), seen(buyer)]).toEqual([
      { phone: '+91 98765 43210', email: null },
      { phone: null, email: null },
    ]);
    share({ id }, 'email', true, seller);
    expect(seen(buyer)).toEqual({ phone: null, email: 'sita@example.com' });
    share({ id }, 'phone', false, buyer);
    expect(seen(seller)).toEqual({ phone: null, email: null });
  });

  it('that is missing, or of an actor on neither side, cannot be shared', () => {
    const { db, seller, buyer, operator, open, share, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    expect(share({ id }, 'phone', true, seller)).toMatchObject({ error: { kind: 'conflict' } });
    expect(share({ id }, 'phone', true, operator)).toMatchObject({ error: { kind: 'not-found' } });
    db.update(users).set({ phone: '0000000000' }).where(eq(users.id, seller.user.id)).run();
    expect(findConversation(db, { id }, seller)?.own.phone.value).toBeNull();
  });
});

describe('the own data', () => {
  it("has the user's own messages by conversation, not those of the other side, read by two queries for any number", () => {
    const { db, seller, buyer, open, reply, usersListing } = conversationFixture();
    const conversations = Array.from({ length: 5 }, () => open(usersListing().id, buyer).name);
    for (const conversation of conversations) {
      reply(conversation, 'On Sunday, please.', seller, later(1));
      reply(conversation, 'Then on Sunday.', buyer, later(2));
    }
    const getLabels = (userId: string) =>
      findOwnContributions(db, userId).map(({ side, messages }) => [side, ...messages.map(({ text }) => text)]);
    expect(getLabels(buyer.user.id)).toEqual(
      Array.from({ length: 5 }, () => ['buyer', expect.stringMatching(/^May I see it on Saturday/), 'Then on Sunday.']),
    );
    expect(getLabels(seller.user.id)).toEqual(Array.from({ length: 5 }, () => ['seller', 'On Sunday, please.']));
    expect(countReads(db, () => findOwnContributions(db, buyer.user.id))).toBe(2);
  });
});

describe('deleting the account', () => {
  it('leaves the messages with the other side, without name, phone and email', () => {
    const { db, seller, buyer, open, share, getTexts, usersListing } = conversationFixture();
    const { id } = open(usersListing().id, buyer);
    share({ id }, 'phone', true, buyer);
    expect(findOwnContributions(db, buyer.user.id)).toMatchObject([
      { side: 'buyer', listingName: 'Honda Shine 125', messages: [{ text: 'May I see it on Saturday?' }] },
    ]);
    anonymizeConversations(db, buyer.user.id);
    db.delete(users).where(eq(users.id, buyer.user.id)).run();
    expect(findConversation(db, { id }, seller)).toMatchObject({
      otherName: 'Deleted account',
      shared: { phone: null, email: null },
      closed: { code: 'correspondent_deleted' },
    });
    expect(getTexts(id)).toEqual(['buyer: May I see it on Saturday?']);
    expect(JSON.stringify(db.select().from(conversations).all())).not.toContain('bala');
  });

  it('deletes the conversation when it has no other reader', () => {
    const { db, seller, buyer, open, usersListing } = conversationFixture();
    open(usersListing().id, buyer);
    for (const { user } of [buyer, seller]) {
      anonymizeConversations(db, user.id);
      db.delete(users).where(eq(users.id, user.id)).run();
    }
    expect(db.select().from(conversationMessages).all()).toEqual([]);
  });
});
