import { describe, expect, it, vi } from 'vitest';
import type { Actor } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { formatFieldErrors, type Result } from '~/domain/shared/result';
import {
  changePrices,
  changeStock,
  duplicateStock,
  editStock,
  hideSamples,
  moveFeatured,
  savePrices,
  undoStock,
} from '~/domain/stock/stock.commands.server';
import { listOffers } from '~/domain/catalogue/vehicle-labels';
import { seed } from '~db/seed/seed';
import {
  countSamples,
  countStock,
  findSamples,
  findStock,
  findStockChanges,
} from '~/domain/stock/stock.queries.server';
import { stockMarkNames } from '~/domain/stock/stock-columns';
import { fillStock } from '~/domain/stock/stock-fill.server';
import {
  findFeaturedRecords,
  findFeaturedVehicles,
  findVehicleRecord,
} from '~/domain/catalogue/vehicle.queries.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeUser } from '../support/stored-listing';

const now = new Date('2026-11-28T06:30:00.000Z');

function site() {
  const db = freshDatabase();
  const olga = storeUser(db, 'Olga', 'owner');
  const run = <Input, Value>(command: Command<Input, Value>, fields: object, actor: Actor = olga): Result<Value> => {
    const input = checkInput(command, fields, now);
    return input.ok ? runCommand(command, input.value, { db, actor, now }) : input;
  };
  return { db, run };
}
const getValue = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};
const findError = (result: Result<unknown>) =>
  result.ok
    ? null
    : { kind: result.error.kind, ...formatFieldErrors('errors' in result.error ? (result.error.errors ?? {}) : {}) };
const readPrice = (db: Database, id: string) => findStockRow(db, id)?.priceRupees;

describe('the samples', () => {
  it('are hidden by one press, stay hidden and as changed through an upgrade, and come back', () => {
    const { db, run } = site();
    const count = (areHidden: boolean) => countSamples(db, { areHidden });
    const all = count(false);
    expect([all > 20, count(true)]).toEqual([true, 0]);
    const [changed = ''] = findSamples(db, { areHidden: false }).vehicles;
    getValue(run(editStock, { id: changed, version: null, values: { priceRupees: 12_345 } }));
    const { batch } = getValue(run(hideSamples, { isHidden: true }));
    expect([count(false), count(true)]).toEqual([0, all]);
    db.$client.exec("UPDATE seeds SET content_hash = 'older'");
    seed(db, now);
    expect([count(false), count(true), readPrice(db, changed)]).toEqual([0, all, 12_345]);
    expect(getValue(run(undoStock, { batch, change: null, from: null }))).toMatchObject({ count: all });
    expect([count(false), count(true)]).toEqual([all, 0]);
    getValue(run(hideSamples, { isHidden: true }));
    expect(getValue(run(hideSamples, { isHidden: false })).count).toBe(all);
    expect([count(false), count(true)]).toEqual([all, 0]);
  });
});

describe('prices of the stock', () => {
  it('are stored where they differ, and undone together', () => {
    const { db, run } = site();
    const before = [readPrice(db, '1'), readPrice(db, '2')];
    const [first = 0, second = 0] = before;
    const prices = [
      { id: '1', was: first, price: 150_000 },
      { id: '2', was: second, price: second },
    ];
    const { count, batch } = getValue(run(savePrices, { prices }));
    expect([count, readPrice(db, '1'), readPrice(db, '2')]).toEqual([1, 150_000, second]);
    expect(getValue(run(undoStock, { batch, change: null, from: null }))).toMatchObject({ count: 1 });
    expect([readPrice(db, '1'), readPrice(db, '2')]).toEqual(before);
    expect(findError(run(undoStock, { batch, change: null, from: null }))).toEqual({ kind: 'conflict' });
  });

  it('are refused in their row if they were changed in the meantime, and none is stored', () => {
    const { db, run } = site();
    const second = readPrice(db, '2') ?? 0;
    const prices = [
      { id: '2', was: second, price: 1 },
      { id: '1', was: 1, price: 2 },
    ];
    expect(findError(run(savePrices, { prices }))).toEqual({
      kind: 'invalid',
      'prices.1': 'Royal Enfield Classic 350 costs ₹1,84,000 since a change in the meantime',
    });
    expect(readPrice(db, '2')).toBe(second);
  });

  it('fall by a percentage for several at once', () => {
    const { db, run } = site();
    expect(getValue(run(changePrices, { percent: -5, ids: ['1', '2'] })).count).toBe(2);
    expect(readPrice(db, '1')).toBe(174_800);
    expect(findError(run(changePrices, { percent: null, ids: ['1'] }))).toMatchObject({ kind: 'invalid' });
    expect(findError(run(changePrices, { percent: -5, ids: [] }))).toMatchObject({ kind: 'invalid' });
  });
});

describe('the stock', () => {
  it('is sold by clerks too, changed by managers, and by no user', () => {
    const { db, run } = site();
    const findKinds = (role: 'user' | 'clerk' | 'manager') => {
      const actor = storeUser(db, role, role);
      return (['sold', 'hidden', 'retired'] as const).map(
        (action) => findError(run(changeStock, { action, ids: ['1'] }, actor))?.kind,
      );
    };
    const forbidden = 'forbidden';
    expect(findKinds('user')).toEqual([forbidden, forbidden, forbidden]);
    expect(findKinds('clerk')).toEqual([undefined, forbidden, forbidden]);
    expect(findKinds('manager')).toEqual([undefined, undefined, undefined]);
  });

  it('shows what is sold, hidden and retired, until that is undone', () => {
    const { db, run } = site();
    const all = countStock(db, now);
    const batches = (['sold', 'hidden', 'retired'] as const).map(
      (action, at) => getValue(run(changeStock, { action, ids: [String(at + 1)] })).batch,
    );
    expect(countStock(db, now)).toEqual({ ...all, all: all.all - 1, new: all.new - 3, hidden: all.hidden + 2 });
    for (const batch of batches) getValue(run(undoStock, { batch, change: null, from: null }));
    expect(countStock(db, now)).toEqual(all);
  });

  it('gets new vehicles, and hidden copies', () => {
    const { db, run } = site();
    const values = {
      stock: 'upcoming',
      brand: 'Honda',
      name: 'CB 125 Hornet',
      type: 'Bike',
      fuel: 'Petrol',
      priceRupees: 112_000,
    };
    const { id } = getValue(run(editStock, { id: null, version: null, values }));
    expect(findStockRow(db, id)).toMatchObject({ name: 'Honda CB 125 Hornet', category: 'upcoming', hiddenAt: null });
    expect(findStock(db, { kind: null, q: 'hornet', sort: 'oldest' }, 1, now).items.map((row) => row.id)).toEqual([id]);
    const copy = getValue(run(duplicateStock, { id }));
    expect(findStockRow(db, copy.id)).toMatchObject({ name: 'Honda CB 125 Hornet', hiddenAt: now.toISOString() });
    expect(findError(run(editStock, { id: null, version: null, values: { name: 'X' } }))).toMatchObject({
      kind: 'invalid',
      brand: 'Brand is required',
      priceRupees: 'Price is required',
    });
  });

  it('keeps each change with the values before and after', () => {
    const { db, run } = site();
    getValue(run(editStock, { id: '1', version: 1, values: { priceRupees: 180_000, frontBrake: 'disc 320' } }));
    expect(findStockChanges(db, '1')).toMatchObject([
      { action: 'changed', operatorName: 'Olga', before: { priceRupees: 184_000 }, after: { priceRupees: 180_000 } },
    ]);
    expect(findError(run(editStock, { id: '1', version: 1, values: { priceRupees: 1 } }))).toEqual({
      kind: 'conflict',
    });
  });
});

describe('a new vehicle', () => {
  const values = { stock: 'new', brand: 'Honda', name: 'Shine', type: 'Bike', fuel: 'Petrol', priceRupees: 90_000 };
  const colourways = [
    { name: 'Red', body: '#b3261e', accent: '#ffffff' },
    { name: 'Blue', body: '#1f4fd8', accent: '#000000' },
  ];
  const marks = Object.fromEntries(stockMarkNames.map((name) => [name, name === 'isFeatured']));
  const edit = { id: null, version: null, values };

  it('is a draft until it is published by one press, which can be undone', () => {
    const { db, run } = site();
    const { id } = getValue(run(editStock, { ...edit, isDraft: true }));
    expect([findVehicleRecord(db, id), findStockRow(db, id)?.isDraft]).toEqual([null, true]);
    const { batch } = getValue(run(changeStock, { action: 'public', ids: [id] }));
    expect(findVehicleRecord(db, id)).toMatchObject({ name: 'Honda Shine' });
    getValue(run(undoStock, { batch, change: null, from: null }));
    expect(findStockRow(db, id)).toMatchObject({ isDraft: true, hiddenAt: expect.any(String) });
    getValue(run(editStock, { id, version: null, values: { priceRupees: 91_000 }, isDraft: false }));
    expect(findVehicleRecord(db, id)).toMatchObject({ priceRupees: 91_000 });
  });

  it('has up to three colours, which are undone with their change', () => {
    const { db, run } = site();
    const { id } = getValue(run(editStock, { ...edit, colourways }));
    const read = () => findVehicleRecord(db, id)?.colourways;
    expect(read()).toEqual(colourways);
    const { batch } = getValue(
      run(editStock, { id, version: null, values: {}, colourways: colourways.slice(1), marks }),
    );
    expect([read(), findStockRow(db, id)?.isFeatured]).toEqual([colourways.slice(1), true]);
    getValue(run(undoStock, { batch, change: null, from: null }));
    expect([read(), findStockRow(db, id)?.isFeatured]).toEqual([colourways, false]);
    expect(
      findError(run(editStock, { ...edit, colourways: [{ name: ' ', body: 'red', accent: '#000000' }] })),
    ).toMatchObject({ 'colourways.0.name': 'Name of the colour is required' });
  });

  it('is filled in from its model, and keeps what was typed', () => {
    const { db } = site();
    const { facts, message } = fillStock(db, { name: 'Classic 350', brand: 'Royal Enfield', powerPs: '1' });
    expect(facts).toMatchObject({ type: 'Bike', fuel: 'Petrol', engineCc: 349 });
    expect([Object.keys(facts).filter((name) => /price|power/i.test(name)), message]).toEqual([
      ['powerRpm'],
      expect.stringMatching(/^Filled in: /),
    ]);
    expect(fillStock(db, { name: 'Nothing of the kind' }).facts).toEqual({});
  });
});

describe('the order of the featured', () => {
  it('is that of the moves, before what nobody moved, and comes back', () => {
    const { db, run } = site();
    const noMarks = Object.fromEntries(stockMarkNames.map((name) => [name, false]));
    const read = () => findFeaturedVehicles(db, 'Bike').map(({ id }) => id);
    const [first, second, third, ...rest] = read();
    const move = (id: string | undefined, by: 1 | -1) => getValue(run(moveFeatured, { id, by }));
    move(third, -1);
    expect(read()).toEqual([first, third, second, ...rest]);
    const { batch } = move(third, -1);
    expect(read()).toEqual([third, first, second, ...rest]);
    move(third, -1);
    expect(read()).toEqual([third, first, second, ...rest]);
    expect(
      findFeaturedRecords(db)
        .filter(({ type }) => type === 'Bike')
        .map(({ id }) => id),
    ).toEqual(findFeaturedVehicles(db, 'Bike', 200).map(({ id }) => id));
    getValue(run(undoStock, { batch, change: null, from: null }));
    expect(read()).toEqual([first, third, second, ...rest]);
    getValue(run(editStock, { id: first, version: null, values: {}, marks: noMarks }));
    expect(read().slice(0, 2)).toEqual([third, second]);
    expect(run(moveFeatured, { id: first, by: 1 }).ok).toBe(false);
  });
});

describe('variants and offers with dates', () => {
  const edit = { id: '1', version: null, values: {} };
  const offer = { title: 'Diwali', amountRupees: 3_000, from: '2026-11-01', until: '2026-11-28' };

  it('are no cheaper than the vehicle, move with its price, and come back', () => {
    const { db, run } = site();
    const price = readPrice(db, '1') ?? 0;
    const readVariants = () => findStockRow(db, '1')?.variants;
    const variants = [
      { name: 'Chrome', priceRupees: price + 20_000 },
      { name: 'Signals', priceRupees: price + 5_000 },
    ];
    const cheaper = [{ name: 'Halcyon', priceRupees: price - 1 }];
    expect(findError(run(editStock, { ...edit, variants: cheaper }))).toEqual({
      kind: 'invalid',
      priceRupees: 'The price must be that of the cheapest variant',
    });
    getValue(run(editStock, { ...edit, variants }));
    expect(readVariants()?.map(({ name }) => name)).toEqual(['Signals', 'Chrome']);
    const { batch } = getValue(run(savePrices, { prices: [{ id: '1', was: price, price: price + 50_000 }] }));
    expect(readVariants()?.map(({ priceRupees }) => priceRupees - price)).toEqual([55_000, 70_000]);
    getValue(run(undoStock, { batch, change: null, from: null }));
    expect(readVariants()?.map(({ priceRupees }) => priceRupees - price)).toEqual([5_000, 20_000]);
    getValue(run(editStock, { ...edit, variants: [] }));
    expect(readVariants()).toEqual([]);
  });

  it('say what is wrong beside their field', () => {
    const { run } = site();
    const error = run(editStock, {
      ...edit,
      variants: [{ name: '', priceRupees: 'much' }],
      datedOffers: [
        { ...offer, from: '2026-11-29' },
        { title: 'Diwali', until: 'soon' },
      ],
    });
    expect(findError(error)).toEqual({
      kind: 'invalid',
      'variants.0.name': 'Variant is required',
      'variants.0.priceRupees': 'Price of the variant must be a number',
      'datedOffers.0.until': 'The last day must not be before the first',
      'datedOffers.1.until': 'Last day must be a date, such as 2027-03-31',
    });
  });

  it.each([
    ['2026-10-31', []],
    ['2026-11-01', ['Diwali: ₹3,000 until 28 Nov 2026']],
    ['2026-11-28', ['Diwali: ₹3,000 until 28 Nov 2026']],
    ['2026-11-29', []],
  ])('are those of a day, on %s', (day, texts) => {
    const { db, run } = site();
    const before = findVehicleRecord(db, '1');
    getValue(run(editStock, { ...edit, datedOffers: [offer] }));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
    try {
      const record = findVehicleRecord(db, '1');
      if (!record || !before) throw new Error('The vehicle is gone.');
      expect(listOffers(record)).toEqual([...listOffers(before), ...texts]);
      expect(record.offerOfToday).toBe(texts.length > 0 ? 'Diwali' : null);
    } finally {
      vi.useRealTimers();
    }
  });
});
