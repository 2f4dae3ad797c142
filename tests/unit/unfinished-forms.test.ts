import { describe, expect, it } from 'vitest';
import { findUnfinishedForm, storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { purgeIdempotencyKeys } from '~/domain/shared/run-command.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-06-15T06:30:00.000Z');
const hoursLater = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const formValues = { subject: 'Noisy chain', message: 'केवल सुबह\nand only uphill' };

async function store(db: Database): Promise<string> {
  const cached = await storeUnfinishedForm(db, formValues, now);
  if (!cached.ok) throw new Error(cached.error.code);
  return cached.value;
}

describe('a form stored during sign-in', () => {
  it('is restored unchanged, also twice', async () => {
    const db = freshDatabase();
    const id = await store(db);
    expect(findUnfinishedForm(db, id, hoursLater(1))).toEqual(formValues);
    expect(findUnfinishedForm(db, id, hoursLater(23))).toEqual(formValues);
  });

  it('is found by its own id only, and for a day', async () => {
    const db = freshDatabase();
    const id = await store(db);
    expect(findUnfinishedForm(db, `${id}x`, now)).toBeNull();
    expect(findUnfinishedForm(db, '', now)).toBeNull();
    expect(findUnfinishedForm(db, id, hoursLater(24))).toBeNull();
    purgeIdempotencyKeys(db, hoursLater(24));
    expect(db.$client.prepare('SELECT count(*) FROM idempotency_keys').pluck().get()).toBe(0);
  });

  it('cannot be read from a stolen database', async () => {
    const db = freshDatabase();
    const id = await store(db);
    const file = db.$client.serialize().toString('latin1');
    expect(file).not.toContain('Noisy chain');
    expect(file).not.toContain(id);
  });
});
