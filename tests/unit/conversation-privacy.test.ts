import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { runCommand } from '~/domain/shared/run-command.server';
import { blockSender } from '~/domain/conversations/unwanted-messages.server';
import { type ContactKind, type ConversationName, contactKinds } from '~/domain/conversations/conversation';
import { markConversationRead } from '~/domain/conversations/conversation.commands.server';
import { findConversation, findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { findInbox } from '~/domain/conversations/inbox.queries.server';
import { conversationFixture, later, now, type User } from '../support/conversation-fixture';
import { users } from '~db/schema/accounts';
import { eq } from 'drizzle-orm';

/** One side of a conversation, with the contact details that the other may not see unshared. */
type Side = { actor: Actor; name: ConversationName; details: Partial<Record<ContactKind, string>> };

/** A conversation of the given kinds of sides. */
function createConversation(isSellerUser: boolean, isBuyerUser: boolean) {
  const all = conversationFixture();
  const { db, seller, buyer, open, usersListing, visitorsListing } = all;
  const phone = '+91 90000 11111';
  db.update(users).set({ phone }).where(eq(users.id, seller.user.id)).run();
  const keyOwned = visitorsListing();
  const { id, name } = open(isSellerUser ? usersListing().id : keyOwned.id, isBuyerUser ? buyer : anonymous);
  const getEmail = ({ user }: User) => `${user.name.toLowerCase()}@example.com`;
  const sides: Record<'buyer' | 'seller', Side> = {
    buyer: {
      actor: isBuyerUser ? buyer : anonymous,
      name,
      details: { phone: '98765 43210', email: 'bala@example.com' },
    },
    seller: isSellerUser
      ? { actor: seller, name: { id }, details: { phone, email: getEmail(seller) } }
      : { actor: keyOwned.owner, name: { id }, details: {} },
  };
  return { ...all, id, sides };
}

const sideNames = ['buyer', 'seller'] as const;
const side = fc.constantFrom(...sideNames);
const step = fc.oneof(
  fc.record({ does: fc.constant('write' as const), side, words: fc.nat(9_999) }),
  fc.record({
    does: fc.constant('share' as const),
    side,
    contact: fc.constantFrom(...contactKinds),
    isOn: fc.boolean(),
  }),
  fc.record({ does: fc.constant('block' as const), side, isOn: fc.boolean() }),
  fc.record({ does: fc.constant('read' as const), side }),
);

it('neither side sees a phone or email of the other before it is shared, in any order of actions', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.array(step, { maxLength: 25 }), (isSellerUser, isBuyerUser, steps) => {
      const { db, sides, id, reply, share } = createConversation(isSellerUser, isBuyerUser);
      const shared = { buyer: new Set<ContactKind>(), seller: new Set<ContactKind>() };
      for (const [at, taken] of steps.entries()) {
        const { actor, name } = sides[taken.side];
        if (taken.does === 'write') reply(name, `Words number ${taken.words}`, actor, later(at));
        if (taken.does === 'block')
          runCommand(blockSender, { conversation: name, isBlocked: taken.isOn }, { db, actor, now });
        if (taken.does === 'read') runCommand(markConversationRead, { conversation: name }, { db, actor, now });
        if (taken.does === 'share') {
          const done = share(name, taken.contact, taken.isOn, actor);
          if (done.ok) shared[taken.side][taken.isOn ? 'add' : 'delete'](taken.contact);
        }
        for (const reader of sideNames) {
          const other = reader === 'buyer' ? 'seller' : 'buyer';
          const { own: _own, ...seen } = findConversation(db, sides[reader].name, sides[reader].actor) ?? {};
          const inbox = findInbox(db, sides[reader].actor, { page: 1 }).items;
          const all = JSON.stringify([seen, inbox, findMessagesInConversation(db, id, 1)]);
          for (const contact of contactKinds) {
            const detail = sides[other].details[contact];
            const isSeen = detail !== undefined && all.includes(detail);
            expect([reader, contact, isSeen]).toEqual([
              reader,
              contact,
              detail !== undefined && shared[other].has(contact),
            ]);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});
