import { describe, expect, it } from 'vitest';
import { createAboutAccessory, createAboutPlan, joinAbout } from '~/domain/messages/message';
import { findSubjects } from '~/domain/messages/message-subjects.server';
import { anonymous } from '~/domain/shared/actor';
import { countReads } from '../support/count-reads';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

describe('the subjects of a message', () => {
  it('are found in the order they were named, without unknown and hidden ones', () => {
    const db = freshDatabase();
    const { listing } = storeListing(db);
    const hidden = storeListing(db).listing;
    db.$client.prepare("UPDATE listings SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?").run(hidden.id);
    const about = joinAbout([
      listing.id,
      createAboutPlan('basic'),
      hidden.id,
      'vehicle:2',
      'not/an/id',
      'nothing-there',
      '1',
    ]);
    expect(findSubjects(db, about, anonymous).map(({ tag }) => tag)).toEqual([
      `listing:${listing.id}`,
      'plan:basic',
      'vehicle:2',
      'vehicle:1',
    ]);
  });

  it('cost two queries for any number of vehicles and listings, and one for each list in the settings', () => {
    const db = freshDatabase();
    const { id } = storeListing(db).listing;
    const many = joinAbout([id, ...Array.from({ length: 20 }, (_, at) => String(at + 1))]);
    expect(countReads(db, () => expect(findSubjects(db, many, anonymous)).toHaveLength(12))).toBe(2);
    const none = joinAbout([createAboutPlan('basic'), createAboutAccessory('helmet')]);
    findSubjects(db, none, anonymous);
    expect(countReads(db, () => findSubjects(db, none, anonymous))).toBe(2);
  });
});
