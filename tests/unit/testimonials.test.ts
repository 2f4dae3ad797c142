import { describe, expect, it } from 'vitest';
import { findTestimonials } from '~/domain/content/vehicle-content.server';
import { countReads } from '../support/count-reads';
import { freshDatabase } from '../support/fresh-database';

describe('the built-in testimonials', () => {
  it('are shown with their vehicles, latest first, without hidden ones', () => {
    const db = freshDatabase();
    const all = findTestimonials(db);
    expect(all).toHaveLength(8);
    expect(all.map(({ date }) => date)).toEqual(
      all
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );
    for (const { vehicle, vehicleId } of all) expect(vehicle.id).toBe(vehicleId);
    const gone = all[0]?.vehicleId;
    db.$client.prepare("UPDATE vehicles SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?").run(gone);
    expect(findTestimonials(db)).toEqual(all.filter(({ vehicleId }) => vehicleId !== gone));
  });

  it('are read together with their vehicles by one query', () => {
    const db = freshDatabase();
    expect(countReads(db, () => findTestimonials(db))).toBe(1);
  });
});
