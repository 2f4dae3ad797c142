import { describe, expect, it } from 'vitest';
import { findKeptForm, keepForm } from '~/domain/submissions/kept-forms.server';
import { purgeSubmissions } from '~/domain/submissions/submissions.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-06-15T06:30:00.000Z');
const hoursLater = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const typed = { subject: 'Noisy chain', message: 'केवल सुबह\nand only uphill' };

async function keep(db: Database): Promise<string> {
  const kept = await keepForm(db, typed, now);
  if (!kept.done) throw new Error(kept.problem.message);
  return kept.value;
}

describe('a form that waits for its sender to sign in', () => {
  it('stands as it was, also when it is asked for twice', async () => {
    const db = freshDatabase();
    const id = await keep(db);
    expect(findKeptForm(db, id, hoursLater(1))).toEqual(typed);
    expect(findKeptForm(db, id, hoursLater(23))).toEqual(typed);
  });

  it('is opened by its own id only, and for a day', async () => {
    const db = freshDatabase();
    const id = await keep(db);
    expect(findKeptForm(db, `${id}x`, now)).toBeNull();
    expect(findKeptForm(db, '', now)).toBeNull();
    expect(findKeptForm(db, id, hoursLater(24))).toBeNull();
    purgeSubmissions(db, hoursLater(24));
    expect(db.$client.prepare('SELECT count(*) FROM submissions').pluck().get()).toBe(0);
  });

  it('cannot be read from a stolen database', async () => {
    const db = freshDatabase();
    const id = await keep(db);
    const file = db.$client.serialize().toString('latin1');
    expect(file).not.toContain('Noisy chain');
    expect(file).not.toContain(id);
  });
});
