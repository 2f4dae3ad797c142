import { describe, expect, it } from 'vitest';
import { fillFromModel, findManufacturerSpecification, fullNames } from '~/domain/listings/models.server';
import { formatVerdict } from '~/domain/listings/listing-facts';
import { changeListing } from '~/domain/listings/listing.commands.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import { findPriceVerdict } from '~/domain/listings/similar-prices.server';
import { anonymous } from '~/domain/shared/actor';
import { runCommand } from '~/domain/shared/run-command.server';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const activa = { kind: 'scooter', brand: 'Honda', name: 'Activa 6G', year: 2021, presentPrice: 60_000 };

describe('the model of a listing', () => {
  it.each([
    [{ name: 'Honda Activa 6G STD' }, 'Activa 6G'],
    [{ model: 'activa 6 g' }, 'Activa 6G'],
    [{ model: 'HONDA ACTIVA 6G', name: 'My scooter' }, 'Activa 6G'],
    [{ name: 'My scooter' }, null],
    [{ model: 'Something of my own' }, 'Something of my own'],
  ])('of %o is %s', (fields, model) => {
    expect(storeListing(freshDatabase(), { ...activa, ...fields }).listing.model).toBe(model);
  });

  it('follows the name that it was derived from, and stays if it was given', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const now = new Date();
    const rename = (fields: object) => {
      const { id } = storeListing(db, { ...activa, ...fields }, asha).listing;
      runCommand(changeListing, { id, kind: 'scooter', name: 'Honda Dio' }, { db, actor: asha, now });
      return findListing(db, id, asha)?.model;
    };
    expect(rename({})).toBe('Dio');
    expect(rename({ model: 'One of a kind' })).toBe('One of a kind');
  });

  it('is found for listings of older versions, once', () => {
    const db = freshDatabase();
    const { id } = storeListing(db, activa).listing;
    db.$client.exec("UPDATE listings SET model = NULL; DELETE FROM seeds WHERE name = 'models'");
    updateOfferNames(db, new Date());
    expect(findListing(db, id, anonymous)).toMatchObject({ model: 'Activa 6G', version: 2 });
    db.$client.exec('UPDATE listings SET model = NULL');
    updateOfferNames(db, new Date());
    expect(findListing(db, id, anonymous)?.model).toBeNull();
  });

  it.each([
    [{ model: 'activa 6g' }, 'Honda', 'Activa 6G'],
    [{ model: 'Pulsar150' }, 'Bajaj', 'Pulsar 150'],
    [{ model: 'hero splendor plus xtec 2022' }, 'Hero', 'Splendor Plus'],
    [{ model: 'activa 6g', brand: 'HONDA' }, 'HONDA', 'Activa 6G'],
    [{ model: 'एक्टिवा 6जी' }, 'Honda', 'Activa 6G'],
    [{ model: 'Sport' }, undefined, 'Sport'],
    [{ model: 'Activa 6G', brand: 'Suzuki' }, 'Suzuki', 'Activa 6G'],
  ])('is found by what is typed: %o', (typed, brand, model) => {
    const { values } = fillFromModel(typed);
    expect([values.brand, values.model]).toEqual([brand, model]);
  });

  it('fills in empty fields, and keeps other values', () => {
    expect(fullNames.bike).toContain('Royal Enfield Classic 350');
    const { values, message } = fillFromModel({ model: 'royal enfield classic 350', topSpeed: '99', year: '2021' });
    expect(values).toMatchObject({
      name: 'Royal Enfield Classic 350',
      brand: 'Royal Enfield',
      model: 'Classic 350',
      type: 'Petrol',
      engineCapacity: '349 cc',
      mileage: '36',
      topSpeed: '99',
      year: '2021',
      pastPrice: '1,84,000',
    });
    expect(message).toBe(
      'Filled in: Name, Brand, Type, Mileage, Past price, Engine capacity. Please check them against your own.',
    );
    expect(fillFromModel({ model: 'Velocipede' }).message).toContain('“Velocipede” is not in our list of models.');
    expect(fillFromModel({}).message).toContain('Please choose a model first.');
  });

  it('has the specification of its manufacturer, if it is known', () => {
    const db = freshDatabase();
    const classic = { brand: 'Royal Enfield', name: 'Classic 350' };
    expect(findManufacturerSpecification(storeListing(db, classic).listing)).toMatchObject({
      model: 'Royal Enfield Classic 350',
      facts: expect.arrayContaining([{ name: 'Engine', value: '349 cc' }]),
    });
    expect(findManufacturerSpecification(storeListing(db, { ...classic, name: 'Old friend' }).listing)).toBeNull();
  });
});

describe('a price verdict', () => {
  const prices = [50_000, 52_000, 56_000, 58_000, 61_000];

  it('compares with the middle half of five similar listings or more', () => {
    const db = freshDatabase();
    for (const presentPrice of prices.slice(1)) storeListing(db, { ...activa, presentPrice });
    const getVerdict = (presentPrice: number) =>
      findPriceVerdict(db, storeListing(db, { ...activa, presentPrice }).listing);
    // Its own price does not count.
    expect(getVerdict(50_000)).toBeNull();
    const fair = getVerdict(55_000);
    expect(fair).toEqual({ verdict: 'fair', similar: 5, from: 52_000, to: 58_000 });
    expect(fair && formatVerdict(fair)).toBe('Fair: 5 similar from ₹52,000 to ₹58,000');
    expect(getVerdict(40_000)?.verdict).toBe('low');
    expect(getVerdict(90_000)?.verdict).toBe('high');
  });

  it('leaves out other models, other years, sold and hidden listings', () => {
    const db = freshDatabase();
    for (const presentPrice of prices.slice(1)) storeListing(db, { ...activa, presentPrice });
    storeListing(db, { ...activa, name: 'Dio' });
    storeListing(db, { ...activa, year: activa.year - 3 });
    const sold = storeListing(db, activa).listing;
    const hidden = storeListing(db, activa).listing;
    db.$client.exec(`UPDATE listings SET availability = 'sold', sold_at = updated_at WHERE id = '${sold.id}';
                     UPDATE listings SET hidden_at = updated_at WHERE id = '${hidden.id}'`);
    const { listing } = storeListing(db, activa);
    expect(findPriceVerdict(db, listing)).toBeNull();
    storeListing(db, { ...activa, year: activa.year + 2 });
    expect(findPriceVerdict(db, listing)).toMatchObject({ similar: 5 });
  });
});
