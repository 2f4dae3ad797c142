import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSettingFile, readSettingFile } from '~/domain/desk/setting-file.server';
import { settingForms, toFormValues } from '~/domain/desk/shop-settings';
import { changeSetting, readSetting } from '~/domain/desk/shop-settings.server';
import { runCommand } from '~/domain/shared/run-command.server';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

const now = new Date('2026-11-28T06:30:00.000Z');
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.constantFrom('=1+1', "'=x", '+91', '-5', '@home', 'A "B", C; D', '0012', 'हेलमेट'),
);
const item = fc.record({
  name: text,
  priceRupees: fc.integer({ min: 0, max: 99_999 }),
  rating: fc.constantFrom(1, 3.5, 4.8, 5),
  features: fc.array(text, { minLength: 1, maxLength: 4 }),
  colour: fc.constant({ body: '#aa2211', accent: '#c9ced6' }),
  pieces: fc.integer({ min: 1, max: 99 }),
});

const read = (db: ReturnType<typeof freshDatabase>, file: string) => {
  const result = readSettingFile(db, 'accessories', Buffer.from(file));
  if ('problem' in result) throw new Error(result.problem.code);
  return result;
};

describe('the file of accessories', () => {
  it('changes nothing when it is read again', () => {
    const db = freshDatabase();
    const actor = storeUser(db, 'Opal', 'owner');
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (toolKits) => {
        const { value } = readSetting(db, 'accessories');
        const edited = { ...(typeof value === 'object' ? value : {}), toolKits };
        const input = changeSetting.schema(now).safeParse({ name: 'accessories', value: edited });
        if (!input.success) return;
        const saved = runCommand(changeSetting, input.data, { db, actor, now });
        if (!saved.ok) return;
        const present = toFormValues(settingForms.accessories, readSetting(db, 'accessories').value);
        const { values, report } = read(db, createSettingFile(db, 'accessories'));
        expect(report).toMatchObject({ added: 0, changed: 0, problems: [] });
        expect(values).toEqual(present);
      }),
      { numRuns: 60 },
    );
  });

  it('adds and changes rows, and refuses lines with their line, column and sentence', () => {
    const db = freshDatabase();
    const header = 'No;Section;Name;Price;Rating;Features;Colour;Second colour;Pieces';
    const { values, report } = read(
      db,
      [
        header,
        '1;Tool kits;Roadside kit;"₹1,299";4.5;Hex keys;#aa2211;#c9ced6;12',
        ';tool kits;New kit;999;4;Spanners;#aa2211;#c9ced6;7',
        ';Tool kits;;many;9;Spanners;red;#c9ced6;7',
        '1;Tool kits;Again;1;4;x;#aa2211;#c9ced6;1',
        ';Boats;Canoe;1;4;x;#aa2211;#c9ced6;1',
      ].join('\n'),
    );
    expect(report).toMatchObject({ lines: 5, added: 1, changed: 1 });
    expect(report.problems).toEqual([
      { line: 4, column: 'Name', text: 'Name is required' },
      { line: 4, column: 'Price', text: expect.stringContaining('Price must be a number') },
      { line: 4, column: 'Rating', text: expect.stringContaining('Rating must be from 1 to 5') },
      { line: 4, column: 'Colour', text: expect.stringContaining('Colour must be written as') },
      { line: 5, column: 'No', text: 'No 1 stands in line 2 too' },
      { line: 6, column: 'Section', text: expect.stringContaining('Section must be Helmets, Tool kits or') },
    ]);
    expect(values['toolKits.0.name']).toBe('Roadside kit');
    expect(values['toolKits.0.priceRupees']).toBe('1299');
    expect(Object.values(values)).toContain('New kit');
  });
});
