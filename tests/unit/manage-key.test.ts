import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findManageKey, createManageKey, renewManageKey } from '~/domain/listings/manage-key.server';
import { parseSecretCode } from '~/domain/shared/secrets.server';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-06-15T06:30:00.000Z');

describe('a manage key', () => {
  it('is shown in eight groups of four unambiguous letters, and opens by its code', () => {
    const db = freshDatabase();
    const { id, code } = createManageKey(db, now);
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(findManageKey(db, code)).toBe(id);
    expect(findManageKey(db, createManageKey(db, now).code)).not.toBe(id);
  });

  it('is read in any case and spacing', () => {
    const db = freshDatabase();
    const { id, code } = createManageKey(db, now);
    const dash = fc.constantFrom('-', '', ' ', '–', ' - ', '\u00A0');
    const way = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toLowerCase(),
      (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l'),
      (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'I'),
    );
    fc.assert(
      fc.property(dash, way, (between, change) => {
        expect(findManageKey(db, ` ${change(code).replaceAll('-', between)} `)).toBe(id);
      }),
    );
  });

  it('opens by its new code only, once the old one was lost', () => {
    const db = freshDatabase();
    const { id, code } = createManageKey(db, now);
    const renewed = renewManageKey(db, id);
    expect([findManageKey(db, code), findManageKey(db, renewed)]).toEqual([null, id]);
  });

  it('reads letters that look like digits as those digits', () => {
    expect(parseSecretCode('oO0O'.repeat(4) + 'iIlL'.repeat(4))).toBe('0000-0000-0000-0000-1111-1111-1111-1111');
  });

  it('is stored only as its SHA-256', () => {
    const db = freshDatabase();
    const { code } = createManageKey(db, now);
    const file = db.$client.serialize().toString('latin1');
    expect(file).not.toContain(code);
    expect(file).not.toContain(code.replaceAll('-', ''));
  });

  it.each(['', 'x', 'UUUU-UUUU-UUUU-UUUU-UUUU-UUUU-UUUU-UUUU', '0'.repeat(31), '0'.repeat(33), 'é'.repeat(32)])(
    'is never %j',
    (formValues) => {
      expect(parseSecretCode(formValues)).toBeNull();
      expect(findManageKey(freshDatabase(), formValues)).toBeNull();
    },
  );
});
