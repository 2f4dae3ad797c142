import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgetPerson } from '~/domain/people/forget-person.server';
import { findPeople, findPerson } from '~/domain/people/person.server';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { appointments, branches } from '~db/schema/appointments';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { auditEvents, deskFollowUps, deskNotes } from '~db/schema/desk';
import { listingPhotos, listings } from '~db/schema/listings';
import { photoRenditions, photos } from '~db/schema/photos';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import { mails } from '~db/schema/site';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';
import { findStoredTexts, readAllRows } from '../support/stored-texts';

const at = '2026-06-15T06:30:00.000Z';
const now = new Date(at);
const kinds = ['message', 'service', 'visit', 'feedback', 'listing', 'conversation', 'mail'] as const;
type Kind = (typeof kinds)[number];

type Rider = { name: string; email: string; phone: string; hasAccount: boolean; items: readonly Kind[] };

const createRiders = (name: string, email: string, phone: string) =>
  fc.record({
    name: fc.constant(name),
    email: fc.constant(email),
    phone: fc.constant(phone),
    hasAccount: fc.boolean(),
    items: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 9 }),
  });

function storePhoto(db: Database, listingId: string): string {
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  db.insert(photos).values({ hash, width: 4, height: 3, createdAt: at }).run();
  db.insert(photoRenditions)
    .values({ photoHash: hash, width: 480, webp: Buffer.from(hash), checksum: hash })
    .run();
  db.insert(listingPhotos).values({ listingId, photoHash: hash, position: 0 }).run();
  return hash;
}

/** Every way in which the site stores personal data. @returns ids of the requests */
function store(db: Database, { name, email, phone, hasAccount, items }: Rider): string[] {
  const times = { createdAt: at, updatedAt: at };
  // Its id has no part of the name.
  const actor = hasAccount ? storeUser(db, `${name.length} letters`) : null;
  const userId = actor?.user.id ?? null;
  const operator = 'user-opal';
  const branchId = db.select({ id: branches.id }).from(branches).get()?.id ?? '';
  if (userId) {
    db.update(users).set({ name, email, phone }).where(eq(users.id, userId)).run();
    db.insert(auditEvents)
      .values({
        operatorId: operator,
        operatorName: 'Opal',
        subject: 'account',
        subjectId: userId,
        title: name,
        action: 'blocked',
        reason: `${name} was rude`,
        createdAt: at,
      })
      .run();
  }
  return items.flatMap((kind, index) => {
    const id = randomUUID();
    const words = `${name} of ${email} and ${phone}`;
    if (kind === 'message') {
      db.insert(contactMessages)
        .values({ id, name, email: email.toUpperCase(), phone, subject: words, message: words, userId, ...times })
        .run();
    } else if (kind === 'visit') {
      const time = {
        day: '2026-06-20',
        starts: '10:00',
        ends: '11:00',
        seat: index + (hasAccount ? 1 : 11) + (name === 'Asha Rao' ? 0 : 30),
        branchId,
      };
      const customer = userId ? { userId } : { keyHash: randomUUID().replaceAll('-', '').repeat(2) };
      db.insert(appointments)
        .values({ id, kind: 'purchase', ...time, name, phone, email, ...customer, ...times })
        .run();
    } else if (kind === 'service' && userId) {
      const contact = { contactName: name, contactEmail: email, contactPhone: phone };
      db.insert(serviceRequests)
        .values({ id, userId, serviceType: 'quick-service', ...contact, description: words, ...times })
        .run();
    } else if (kind === 'feedback' && userId) {
      const opinion = { type: 'website', subject: words, message: words, rating: 3, priority: 'low' } as const;
      db.insert(feedback)
        .values({ id, userId, ...opinion, isAnonymous: index % 2 === 0, ...times })
        .run();
    } else if (kind === 'listing' && actor) {
      storePhoto(db, storeListing(db, { description: words }, actor).listing.id);
      return [];
    } else if (kind === 'conversation') {
      const { listing } = storeListing(db);
      const sellerKeyId = db.select().from(listings).where(eq(listings.id, listing.id)).get()?.manageKeyId;
      const buyer = userId ? { buyerUserId: userId } : {};
      const contact = { buyerName: name, buyerEmail: email, buyerPhone: phone };
      db.insert(conversations)
        .values({
          id,
          listingName: 'A bike',
          subject: words,
          ...buyer,
          ...contact,
          sellerKeyId,
          createdAt: at,
          lastWrittenAt: at,
        })
        .run();
      db.insert(conversationMessages).values({ conversationId: id, side: 'buyer', text: words, createdAt: at }).run();
      return [];
    } else if (kind === 'mail') {
      db.insert(mails).values({ id, kind: 'answer', address: email, dueAt: at, createdAt: at }).run();
      return [];
    } else return [];
    db.insert(deskNotes).values({ requestId: id, operatorId: operator, text: words, createdAt: at }).run();
    db.insert(deskFollowUps).values({ requestId: id, nextStep: words, dueOn: '2026-06-21' }).run();
    db.insert(auditEvents)
      .values({
        operatorId: operator,
        operatorName: 'Opal',
        subject: kind === 'visit' ? 'appointment' : kind,
        subjectId: id,
        title: 'A request',
        action: 'spam',
        reason: words,
        createdAt: at,
      })
      .run();
    return [id];
  });
}

describe('forgetting a person', () => {
  it('leaves no phone number, email or name in any table, and all of others', async () => {
    const asha = createRiders('Asha Rao', 'asha.rao@example.com', '+91 98111 22333');
    const other = createRiders('Binod Das', 'binod@example.com', '+91 98444 55666');
    await fc.assert(
      fc.asyncProperty(asha, other, fc.constantFrom('email', 'phone'), async (person, stranger, by) => {
        const db = freshDatabase();
        const operator = storeUser(db, 'Opal', 'manager');
        store(db, stranger);
        store(db, person);
        const texts = ['asha rao', 'asha.rao@example.com', '98111 22333', '9811122333'];
        const ofOthers = () =>
          readAllRows(db)
            .filter(
              ({ table, row }) =>
                table !== 'content_revision' && !texts.some((text) => row.toLowerCase().includes(text)),
            )
            .map(({ table, row }) => `${table} ${row}`)
            .filter((line) => /binod/i.test(line));
        const before = ofOthers();
        // What has only the other contact, under no name that leads on to it, is found by that one.
        for (const contact of by === 'phone' ? [person.phone, person.email] : [person.email, person.phone]) {
          for (const { id } of findPeople(db, contact)) {
            expect(await forgetPerson(id, contact, { db, actor: operator, now })).toMatchObject({ ok: true });
          }
        }
        expect(findStoredTexts(db, texts)).toEqual([]);
        expect(ofOthers()).toEqual(before);
        expect(db.select().from(photos).all()).toHaveLength(
          stranger.hasAccount ? stranger.items.filter((kind) => kind === 'listing').length : 0,
        );
      }),
      { numRuns: 10 },
    );
  });

  it('keeps the account of another person with the same phone number, without the number', async () => {
    const db = freshDatabase();
    const operator = storeUser(db, 'Opal', 'manager');
    const { user } = storeUser(db, 'Binod Das');
    db.update(users).set({ phone: '+91 98111 22333' }).where(eq(users.id, user.id)).run();
    const [id = ''] = store(db, {
      name: 'Asha Rao',
      email: 'asha@example.com',
      phone: '+91 98111 22333',
      hasAccount: false,
      items: ['message'],
    });
    expect(await forgetPerson(id, '98111 22333', { db, actor: operator, now })).toMatchObject({
      ok: true,
      value: { summary: '1 message' },
    });
    expect(findPerson(db, user.id)).toMatchObject({ name: 'Binod Das', phones: [] });
    expect(findStoredTexts(db, ['98111'])).toEqual([]);
  });

  it('is refused for a member of the team, and with the contact of another person', async () => {
    const db = freshDatabase();
    const operator = storeUser(db, 'Opal', 'manager');
    const { user } = storeUser(db, 'Binod Das');
    const context = { db, actor: operator, now };
    expect(await forgetPerson(operator.user.id, 'opal@example.com', context)).toMatchObject({
      error: { code: 'person_of_the_team' },
    });
    expect(await forgetPerson(user.id, 'asha@example.com', context)).toMatchObject({
      error: { errors: { contact: { code: 'contact_of_another' } } },
    });
  });

  it('lets others write in between, whatever there is of the person', async () => {
    const db = freshDatabase();
    const operator = storeUser(db, 'Opal', 'manager');
    const ids = db.$client.transaction(() =>
      store(db, {
        name: 'Asha Rao',
        email: 'asha@example.com',
        phone: '+91 98111 22333',
        hasAccount: true,
        items: Array.from({ length: 200 }, () => 'message' as const),
      }),
    )();
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    turn();
    const forgotten = await forgetPerson(ids[0] ?? '', 'asha@example.com', { db, actor: operator, now });
    isDone = true;
    expect(forgotten).toMatchObject({ ok: true, value: { counts: { message: 200, account: 1 } } });
    // Five messages a write, and other work in between.
    expect(turns).toBeGreaterThan(40);
  });
});
