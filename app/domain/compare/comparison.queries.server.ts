import { isNotNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { BodyStyle } from '~db/enums';
import { listingPhotos, listings } from '~db/schema/listings';
import { vehicleColourways, vehiclePhotos, vehicles } from '~db/schema/vehicles';
import { findOfferModel } from '../catalogue/offer-model.server';
import { lowest, toRupeesFact } from '../catalogue/compared-facts';
import type { MakerFigures, Offer, VehicleRecord, VehicleSummary } from '../catalogue/vehicle';
import { findOffers, findRecordsById, findRelatedVehicles } from '../catalogue/vehicle.queries.server';
import { calculateDefaultEmi, readEnergyPrices, readLoanTerms } from '../content/finance-content.server';
import { judgePrices } from '../listings/similar-prices.server';
import { getOnRoadParts, type OnRoadPrice } from '../on-road/on-road';
import { findOnRoadPrice } from '../on-road/on-road.server';
import { getColours, getDrawingPath } from '../photos/drawing';
import { getPhotoPath } from '../photos/photo';
import type { State } from '../places/places.server';
import type { Actor } from '../shared/actor';
import { formatDay } from '../shared/dates';
import { memoizePrepared } from '~db/statements';
import { compareMaximum } from './compare-list';
import {
  type ComparedOffer,
  type ComparedVehicle,
  type Comparison,
  compareOffers,
  type GroupDefinition,
  type RowDefinition,
} from './comparison';
import { createComparisonGroups } from './comparison-groups';

/** A vehicle of the comparison list. `picture`: URL of its first photo, or of its drawing. */
export type ComparedName = { id: string; name: string; picture: string };

const readNames = memoizePrepared((db) => {
  const name = sql<string>`coalesce(${vehicles.name}, ${listings.name})`;
  const firstPhoto = (table: SQLWrapper, id: SQLWrapper) =>
    sql`(SELECT photo_hash FROM ${table} WHERE ${id} = listed.value ORDER BY position LIMIT 1)`;
  return db
    .select({
      id: sql<string>`listed.value`,
      name,
      photo: sql<
        string | null
      >`coalesce(${firstPhoto(vehiclePhotos, vehiclePhotos.vehicleId)}, ${firstPhoto(listingPhotos, listingPhotos.listingId)})`,
      style: sql<BodyStyle>`coalesce(${vehicles.bodyStyle}, ${listings.bodyStyle})`,
      body: sql<string | null>`coalesce(${vehicleColourways.bodyColour}, ${listings.bodyColour})`,
      accent: sql<string | null>`coalesce(${vehicleColourways.accentColour}, ${listings.accentColour})`,
    })
    .from(sql`json_each(${sql.placeholder('ids')}) listed`)
    .leftJoin(vehicles, sql`${vehicles.id} = listed.value AND ${vehicles.hiddenAt} IS NULL`)
    .leftJoin(
      vehicleColourways,
      sql`${vehicleColourways.vehicleId} = ${vehicles.id} AND ${vehicleColourways.position} = 1`,
    )
    .leftJoin(listings, sql`${listings.id} = listed.value AND ${listings.hiddenAt} IS NULL`)
    .where(isNotNull(name))
    .orderBy(sql`listed.key`)
    .prepare();
});

export function findComparedNames(db: Database, ids: readonly string[]): ComparedName[] {
  if (ids.length === 0) return [];
  const rows = readNames(db).all({ ids: JSON.stringify(ids) });
  return rows.map(({ id, name, photo, style, body, accent }) => {
    const colours = getColours({ colourways: body !== null && accent !== null ? [{ name, body, accent }] : [] });
    return { id, name, picture: photo ? getPhotoPath(photo, 320) : getDrawingPath(style, colours, 'svg') };
  });
}

const createGroups = (db: Database) =>
  createComparisonGroups({
    calculateInstalment: (price) => calculateDefaultEmi(db, price).emi,
    prices: readEnergyPrices(db),
  });

export function formatComparisonTerms(db: Database): readonly string[] {
  const { tenureMonths, rate } = readLoanTerms(db).defaults;
  const energyPrices = readEnergyPrices(db);
  return [
    `EMI with 20% down, over ${tenureMonths} months at ${rate}% a year.`,
    `Fuel by the stated mileage or range: petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh, as of ${formatDay(energyPrices.pricesAsOf)}.`,
    'Ratings and reviews marked as samples came with the built-in catalogue and are not compared, nor are sales counts.',
  ];
}

/** The group of on-road prices in a state. @returns `notes`: filled while the rows are evaluated */
function createOnRoadGroup(db: Database, state: State) {
  const prices = new Map<string, OnRoadPrice | null>();
  const notes = new Set<string>();
  const findPrice = (vehicle: VehicleRecord): OnRoadPrice | null => {
    const cached = prices.get(vehicle.id);
    if (cached !== undefined) return cached;
    const price = findOnRoadPrice(db, vehicle, state);
    prices.set(vehicle.id, price);
    for (const note of price?.notes ?? []) notes.add(note);
    return price;
  };
  const partNames = ['Ex-showroom', 'Road tax', 'Insurance, 1 + 5 years', 'Registration and plate'];
  const rows: RowDefinition[] = partNames.map((name) => ({
    name,
    isExtra: true,
    ofVehicle: (vehicle) => {
      const price = findPrice(vehicle);
      const part = price && getOnRoadParts(price).find((priced) => priced.name === name);
      return toRupeesFact(part ? part.rupees : null);
    },
  }));
  rows.push({
    name: 'On-road price, estimate',
    isExtra: true,
    best: lowest,
    ofVehicle: (vehicle) => toRupeesFact(findPrice(vehicle)?.totalRupees ?? null),
  });
  return { group: { name: `On the road in ${state.name}`, rows } satisfies GroupDefinition, notes };
}

const noFigures: MakerFigures = {
  segment: null,
  fuel: 'Petrol',
  engineCc: null,
  cylinders: null,
  cooling: null,
  motorPeakKw: null,
  powerPs: null,
  powerRpm: null,
  torqueNm: null,
  torqueRpm: null,
  topSpeedKmph: null,
  acceleration0to60s: null,
  mileageKmpl: null,
  rangeKm: null,
  chargeHours: null,
  transmission: null,
  gears: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  wheelbaseMm: null,
  seatHeightMm: null,
  groundClearanceMm: null,
  kerbWeightKg: null,
  tankLitres: null,
  batteryKwh: null,
  seating: null,
  brakes: null,
  lights: null,
  comfort: null,
  compatibility: null,
  highlights: [],
  estimated: [],
};

function addMakerFigures(db: Database, offers: readonly Offer[]): ComparedOffer[] {
  const models = offers.map(findOfferModel);
  const records = findRecordsById(
    db,
    models.flatMap((model) => model?.vehicleId ?? []),
  );
  return offers.map((offer, position) => {
    const model = models[position];
    if (!model) return { offer, maker: null };
    const { type: fuel, engineCc, batteryKwh, weightKg: kerbWeightKg, seatHeightMm } = model;
    const record = records.find(({ id }) => id === model.vehicleId);
    return { offer, maker: record ?? { ...noFigures, fuel, engineCc, batteryKwh, kerbWeightKg, seatHeightMm } };
  });
}

export function findComparison(db: Database, ids: readonly string[], actor: Actor): Comparison {
  const prices = judgePrices(db, ids);
  const offers = addMakerFigures(db, findOffers(db, ids, actor)).map((compared) => ({
    ...compared,
    judged: prices.get(compared.offer.kind === 'listing' ? compared.offer.listing.id : '') ?? null,
  }));
  return compareOffers(offers, createGroups(db));
}

export function findOnRoadRows(db: Database, ids: readonly string[], actor: Actor, state: State | null) {
  if (!state) return { groups: [], terms: [] };
  const { group, notes } = createOnRoadGroup(db, state);
  const offers = findOffers(db, ids, actor).map((offer) => ({ offer, maker: null }));
  const groups = compareOffers(offers, [group]).groups.filter(({ rows }) => rows.length > 0);
  return { groups, terms: [...notes] };
}

const maxSuggestions = 4;

/** Used ones if all vehicles are used, nearest to the mean price first. None if no column is free. */
export function findSuggestedVehicles(db: Database, vehicles: readonly ComparedVehicle[]): VehicleSummary[] {
  const [first] = vehicles;
  if (!first || vehicles.length >= compareMaximum) return [];
  const total = vehicles.reduce((sum, { priceRupees }) => sum + priceRupees, 0);
  const stock = vehicles.every(({ kind }) => kind === 'used' || kind === 'listing') ? 'used' : 'new';
  const comparedIds = new Set(vehicles.map(({ id }) => id));
  return findRelatedVehicles(db, { id: first.id, type: first.type, stock, priceRupees: total / vehicles.length })
    .filter(({ id }) => !comparedIds.has(id))
    .slice(0, maxSuggestions);
}
