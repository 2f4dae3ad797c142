import { describe, expect, it } from 'vitest';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { blockSender, findBlockedSenders, unblockSender } from '~/domain/conversations/unwanted-messages.server';
import { sendMessage } from '~/domain/messages/send-message.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { sha256 } from '~/domain/shared/secrets.server';
import { conversationFixture, later, now } from '../support/conversation-fixture';
import { storeListing } from '../support/stored-listing';

const notAccepted = { code: 'messages_not_accepted' };
const blockedBala = { code: 'correspondent_blocked', values: { name: 'Bala K' } };

const visitorSecret = 'A'.repeat(27);
/** A visitor whose browser sent a message before. */
const visitor: Actor = { ...anonymous, messagesHash: sha256(visitorSecret) };

function blocking() {
  const both = conversationFixture();
  const { db, seller } = both;
  const block = (id: string, isBlocked = true, actor: Actor = seller) =>
    runCommand(blockSender, { conversation: { id }, isBlocked }, { db, actor, now });
  const blocked = () => findBlockedSenders(db, seller.user.id, { page: 1 }).items;
  let written = 0;
  /** A first message of the visitor, in words of its own. */
  const write = (about: string, actor: Actor = visitor, words?: string) => {
    written += 1;
    const message = words ?? `The offer number ${written}, please?`;
    const fields = { name: 'Bala K', email: 'bala@example.com', subject: 'Is it still there?', message, about };
    const input = checkInput(sendMessage, { ...fields, visitorSecret: actor.user ? null : visitorSecret }, now);
    if (!input.ok) throw new Error(input.error.code);
    return runCommand(sendMessage, input.value, { db, actor, now });
  };
  return { ...both, block, blocked, write };
}

describe('a blocked sender', () => {
  it('can write nothing more to that user, there or about another vehicle, until unblocked', () => {
    const { db, seller, buyer, open, reply, block, blocked, write, usersListing } = blocking();
    const { id } = open(usersListing().id, buyer);
    expect(block(id).ok).toBe(true);
    expect(block(id).ok).toBe(true);
    expect(blocked()).toMatchObject([{ name: 'Bala K' }]);
    expect(reply({ id }, 'But why?', buyer)).toEqual({
      ok: false,
      error: { kind: 'conflict', ...notAccepted },
    });
    expect(reply({ id }, 'Because.', seller)).toMatchObject({ error: blockedBala });
    expect(findConversation(db, { id }, buyer)).toMatchObject({ closed: notAccepted, isBlocked: false });
    expect(findConversation(db, { id }, seller)).toMatchObject({ closed: blockedBala, isBlocked: true });
    expect(write(usersListing().id, buyer)).toMatchObject({ error: notAccepted });
    expect(write(usersListing().id).ok).toBe(true);
    expect(runCommand(unblockSender, { id: blocked()[0]?.id ?? '' }, { db, actor: seller, now }).ok).toBe(true);
    expect(reply({ id }, 'Here I am again.', buyer).ok).toBe(true);
  });

  it('may be a visitor, by its browser and in every conversation of it, or the holder of a manage key', () => {
    const { db, seller, buyer, reply, block, write, usersListing, visitorsListing } = blocking();
    const first = write(usersListing().id);
    const second = write(usersListing().id);
    const getId = (sent: typeof first) => (sent.ok ? (sent.value.conversation?.id ?? '') : '');
    block(getId(first));
    for (const sent of [first, second]) {
      expect(reply({ id: getId(sent) }, 'Hello?', visitor)).toMatchObject({
        error: notAccepted,
      });
    }
    expect(write(usersListing().id)).toMatchObject({ error: notAccepted });
    block(getId(second), false);
    expect(reply({ id: getId(first) }, 'Hello again?', visitor).ok).toBe(true);
    const { id: listing, owner } = visitorsListing();
    const third = write(listing, buyer);
    block(getId(third), true, buyer);
    expect(reply({ id: getId(third) }, 'Come on.', owner)).toMatchObject({ error: notAccepted });
    expect(findConversation(db, { id: getId(third) }, seller)).toBeNull();
  });

  it('is blocked by a signed-in side of the conversation only, and unblocked by the one who did', () => {
    const { db, buyer, operator, open, block, blocked, visitorsListing, usersListing } = blocking();
    const { id } = open(usersListing().id, buyer);
    expect(block(id, true, operator)).toMatchObject({ error: { kind: 'not-found' } });
    const { id: listing, owner } = visitorsListing();
    expect(block(open(listing, buyer).id, true, owner)).toMatchObject({ error: { kind: 'unauthenticated' } });
    block(id);
    const unblock = { id: blocked()[0]?.id ?? '' };
    expect(runCommand(unblockSender, unblock, { db, actor: buyer, now })).toMatchObject({
      error: { kind: 'not-found' },
    });
    expect(blocked()).toHaveLength(1);
  });
});

describe('a message that only repeats', () => {
  it('one of the same side is rejected, a short one only if the other side has not written since', () => {
    const { seller, buyer, open, reply, send, usersListing } = conversationFixture();
    const { id: listing } = usersListing();
    const { name } = open(listing, buyer);
    const repeated = { ok: false, error: expect.objectContaining({ errors: { text: { code: 'repeated_message' } } }) };
    expect(reply(name, 'may i see it on SATURDAY', buyer)).toEqual(repeated);
    expect(() => send(listing, buyer)).toThrow();
    expect(reply(name, 'May I see it on Saturday?', seller, later(1)).ok).toBe(true);
    expect(reply(name, 'Yes.', buyer, later(2)).ok).toBe(true);
    expect(reply(name, 'yes', buyer, later(3))).toEqual(repeated);
    expect(reply(name, 'At ten?', seller, later(4)).ok).toBe(true);
    expect(reply(name, 'Yes.', buyer, later(5)).ok).toBe(true);
    expect(reply(name, 'May I see it on Saturday?', buyer, later(6))).toEqual(repeated);
  });

  it('the same first message can be sent to three sellers a day', () => {
    const { db, write } = blocking();
    const words = 'What is your best price for it today?';
    const offers = Array.from({ length: 5 }, () => storeListing(db).listing.id);
    const sent = offers.slice(0, 4).map((about) => write(about, visitor, words));
    expect(sent.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(sent[3]).toMatchObject({ error: { kind: 'invalid', errors: { message: { code: 'sent_to_many' } } } });
    expect(write(offers[4] ?? '', visitor, 'Does the Shine have its first tyres?').ok).toBe(true);
  });
});
