import { beforeEach, describe, expect, it } from 'vitest';
import { formatFieldErrors, type Result } from '~/domain/shared/result';
import { type Actor, anonymous, type SignedInUser } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { changeReview, deleteReview, markHelpful, writeReview } from '~/domain/reviews/review.commands.server';
import { maxCommentLength, type StoredReview } from '~/domain/reviews/review';
import {
  findHelpfulVotes,
  findLatestReviews,
  findReview,
  findReviewBy,
  findReviews,
  findReviewsOfUser,
} from '~/domain/reviews/review.queries.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

let db: Database;
let asha: Actor & { user: SignedInUser };
let ravi: Actor & { user: SignedInUser };
let operator: Actor;
let timestamp = 0;

beforeEach(() => {
  db = freshDatabase();
  asha = storeUser(db, 'Asha');
  ravi = storeUser(db, 'Ravi');
  operator = storeUser(db, 'Opal', 'owner');
  timestamp = Date.parse('2026-06-15T06:30:00.000Z');
});

/** Validates and runs as form and API do; each a second after the one before. */
function run<Input, Value>(command: Command<Input, Value>, sent: unknown, actor: Actor): Result<Value> {
  timestamp += 1000;
  const now = new Date(timestamp);
  const input = checkInput(command, sent, now);
  return input.ok ? runCommand(command, input.value, { db, actor, now }) : input;
}

const words = { vehicleId: '1', rating: 4, title: 'Calm', comment: 'It never hurries.\nNor do I.' };

function write(actor: Actor, sent: object = {}): StoredReview {
  const result = run(writeReview, { ...words, ...sent }, actor);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const getError = (result: Result<unknown>) => (result.ok ? null : result.error.kind);
const hide = (id: string) =>
  db.$client.prepare("UPDATE reviews SET hidden_at = '2026-06-16T00:00:00.000Z' WHERE id = ?").run(id);

describe('writing a review', () => {
  it('stores the cleaned text, about a vehicle or a listing', () => {
    expect(write(asha, { title: '  Calm \n', comment: ' Line one.\r\nLine two. ' })).toMatchObject({
      vehicleId: '1',
      vehicleName: 'Royal Enfield Classic 350',
      user: { name: 'Asha' },
      title: 'Calm',
      comment: 'Line one.\nLine two.',
      helpfulCount: 0,
      version: 1,
      isPublic: true,
    });
    const { listing } = storeListing(db);
    expect(write(asha, { vehicleId: listing.id, title: ' ' })).toMatchObject({ vehicleId: listing.id, title: null });
    expect(write(ravi, { vehicleId: 2, title: undefined })).toMatchObject({ vehicleId: '2', title: null });
  });

  it.each([
    ['rating', undefined, 'Please provide a rating'],
    ['rating', null, 'Please provide a rating'],
    ['rating', 0, 'Rating must be a whole number from 1 to 5'],
    ['rating', 6, 'Rating must be a whole number from 1 to 5'],
    ['rating', 4.5, 'Rating must be a whole number from 1 to 5'],
    ['rating', '5', 'Rating must be a number'],
    ['comment', undefined, 'Comment is required'],
    ['comment', ' \n ', 'Comment is required'],
    ['comment', 7, 'Comment must be text'],
    ['comment', 'x'.repeat(maxCommentLength + 1), 'Comment is 1 character too long: at most 2,000'],
    ['title', 'x'.repeat(101), 'Title is 1 character too long: at most 100'],
    ['vehicleId', '', 'Vehicle is required'],
  ])('rejects %s %j', (field, value, message) => {
    const result = run(writeReview, { ...words, [field]: value }, asha);
    const errors = !result.ok && result.error.kind === 'invalid' ? formatFieldErrors(result.error.errors) : null;
    expect(errors).toEqual({ [field]: message });
  });

  it('accepts the longest allowed comment', () => {
    expect(write(asha, { comment: 'अ'.repeat(maxCommentLength) }).comment).toHaveLength(maxCommentLength);
  });

  it('is for signed-in users, once for each vehicle, and never for the seller', () => {
    expect(getError(run(writeReview, words, anonymous))).toBe('unauthenticated');
    write(asha);
    expect(getError(run(writeReview, words, asha))).toBe('conflict');
    expect(getError(run(writeReview, words, ravi))).toBeNull();
    expect(getError(run(writeReview, { ...words, vehicleId: 'no-such-thing' }, asha))).toBe('not-found');
    const { listing } = storeListing(db, {}, asha);
    expect(getError(run(writeReview, { ...words, vehicleId: listing.id }, asha))).toBe('forbidden');
    expect(getError(run(writeReview, { ...words, vehicleId: listing.id }, ravi))).toBeNull();
  });

  it('counts in the summary, unless it is hidden', () => {
    write(asha, { rating: 5 });
    const { id } = write(ravi, { rating: 2 });
    const summary = () => findReviews(db, { kind: 'vehicle', id: '1' }, { page: 1 }).summary;
    expect(summary()).toEqual({ average: 3.5, count: 2, stars: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 } });
    hide(id);
    expect(summary()).toMatchObject({ average: 5, count: 1 });
    expect(findReviewBy(db, ravi.user.id, { kind: 'vehicle', id: '1' })).toMatchObject({
      isHidden: true,
      isPublic: false,
    });
  });
});

describe('changing a review', () => {
  it('changes given fields, by version', () => {
    const { id } = write(asha);
    expect(run(changeReview, { id, version: 1, rating: 2 }, asha)).toMatchObject({
      value: { rating: 2, title: 'Calm', comment: words.comment, version: 2 },
    });
    expect(run(changeReview, { id, version: 1, rating: 5 }, asha)).toMatchObject({ error: { kind: 'conflict' } });
    expect(run(changeReview, { id, title: null }, asha)).toMatchObject({
      value: { title: null, rating: 2, version: 3 },
    });
    expect(getError(run(changeReview, { id, comment: '' }, asha))).toBe('invalid');
  });

  it('is for its author and operators; a hidden one is not-found for others', () => {
    const { id } = write(asha);
    const change = (actor: Actor) => getError(run(changeReview, { id, rating: 1 }, actor));
    const remove = (actor: Actor) => getError(run(deleteReview, { id }, actor));
    expect([change(anonymous), change(ravi), change(operator)]).toEqual(['unauthenticated', 'forbidden', null]);
    expect([remove(anonymous), remove(ravi)]).toEqual(['unauthenticated', 'forbidden']);
    hide(id);
    expect([change(ravi), remove(ravi), change(asha)]).toEqual(['not-found', 'not-found', null]);
    expect([remove(operator), remove(asha)]).toEqual([null, 'not-found']);
    expect(findReview(db, id)).toBeNull();
    expect(findAuditEventsOfItem(db, 'review', id).map(({ action, title }) => `${action}: ${title}`)).toEqual([
      'deleted: Review of Royal Enfield Classic 350',
      'changed: Review of Royal Enfield Classic 350',
    ]);
  });

  it('allows another after its deletion', () => {
    const { id } = write(asha);
    run(markHelpful, { id }, ravi);
    expect(getError(run(deleteReview, { id }, asha))).toBeNull();
    expect(write(asha)).toMatchObject({ helpfulCount: 0 });
  });
});

describe('marking a review as helpful', () => {
  it('counts each user once, and never the author', () => {
    const { id } = write(asha);
    const mark = (actor: Actor) => run(markHelpful, { id }, actor);
    expect(mark(ravi)).toMatchObject({ value: { helpfulCount: 1, version: 1 } });
    expect(getError(mark(ravi))).toBe('conflict');
    expect(getError(mark(asha))).toBe('forbidden');
    expect(getError(mark(anonymous))).toBe('unauthenticated');
    expect([...findHelpfulVotes(db, ravi.user.id, [id])]).toEqual([id]);
    expect(findHelpfulVotes(db, asha.user.id, [id]).size).toBe(0);
    hide(id);
    expect(getError(mark(operator))).toBe('not-found');
  });
});

describe('lists of reviews', () => {
  it('has the user’s own in pages, newest first, including hidden ones', () => {
    const ids = [1, 2, 3].map((vehicle) => write(asha, { vehicleId: String(vehicle) }).id);
    hide(ids[0] ?? '');
    const { items, pagination } = findReviewsOfUser(db, asha.user.id, { page: 2, limit: 2 });
    expect(items).toMatchObject([{ id: ids[0], isHidden: true }]);
    expect(pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
    expect(findReviewsOfUser(db, ravi.user.id, { page: 1 })).toMatchObject({ items: [], pagination: { pages: 0 } });
  });

  it('has the latest public ones', () => {
    const { listing } = storeListing(db);
    const [first, second, third] = ['1', listing.id, '3'].map((vehicleId) => write(asha, { vehicleId }).id);
    expect(findLatestReviews(db, 2).map(({ id }) => id)).toEqual([third, second]);
    db.$client.prepare("UPDATE listings SET hidden_at = '2026-06-16T00:00:00.000Z' WHERE id = ?").run(listing.id);
    expect(findLatestReviews(db, 2).map(({ id }) => id)).toEqual([third, first]);
    expect(findReview(db, second ?? '')).toMatchObject({ isPublic: false, isHidden: false });
  });
});
