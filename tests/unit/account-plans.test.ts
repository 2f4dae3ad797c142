import { expect, it, vi } from 'vitest';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { findFirstAccounts } from '~/domain/accounts/team.queries.server';
import { findSession, findSessions } from '~/domain/accounts/sessions.server';
import { beginAttempt, purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { findOwnBookings } from '~/domain/messages/booking.commands.server';
import { findFavourites } from '~/domain/saved/favourites.server';
import { countUnreadMessages, findInbox, hasUnreadMessages } from '~/domain/conversations/inbox.queries.server';
import { findReviewsOfUser } from '~/domain/reviews/review.queries.server';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

it('every query for the data of one user uses an index, however many users there are', () => {
  const db = freshDatabase();
  const now = new Date('2026-06-15T06:30:00.000Z');
  const asha = storeUser(db, 'Asha');
  const { id } = asha.user;
  const prepare = vi.spyOn(db.$client, 'prepare');
  findAccount(db, id);
  findFirstAccounts(db, 'asha', 5);
  findSession(db, 'token', now);
  findSessions(db, asha.user, now);
  findFavourites(db, id, asha);
  findReviewsOfUser(db, id, { page: 1 });
  findOwnBookings(db, id);
  findInbox(db, asha, { page: 1 });
  countUnreadMessages(db, asha);
  hasUnreadMessages(db, 'hash');
  beginAttempt(db, { email: 'asha@example.com', address: 'a' }, { max: 10, windowSeconds: 180 }, now);
  purgeAttempts(db, null, now);
  const texts = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();

  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) {
    const explain = db.$client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
    const named = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', '1']));
    const places = [...text.matchAll(/\?/g)].map(() => '1');
    const plan = explain.all(...places, ...(Object.keys(named).length > 0 ? [named] : []));
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!(?:s|listed|json_each) VIRTUAL|\(subquery-|begun|newest|own(?:_key)?$)(?!.*USING)/.test(detail),
      );
    // Prepared together with those of the catalogue, whose plans `query-plans.test.ts` checks.
    const isPublic = /brands|vehicles|listings/.test(text) && !/favourites|reviews|conversations/.test(text);
    if (!isPublic) expect({ text, scans }).toEqual({ text, scans: [] });
  }
});
