import { isNotNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings, vehicles } from '~db/schema';
import { budgetBandOf, isUpcoming, type Rated, type VehicleRecord, type VehicleSummary } from '../catalogue/vehicle';
import { findOffers, relatedVehicles } from '../catalogue/vehicle.queries.server';
import { kilometresText, noneReported, noOffers, placeText, yearsUsedText } from '../catalogue/vehicle-labels';
import { emiContent, energyPrices, usualEmi } from '../content/finance-content.server';
import { type EnergyPrices, energyCostOf1000Km } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { type OnRoadPrice, onRoadParts } from '../on-road/on-road';
import { findOnRoadPrice } from '../on-road/on-road.server';
import type { State } from '../places/places.server';
import type { Actor } from '../shared/actor';
import { dayText } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { countText, rupeesText } from '../shared/money';
import {
  type ComparedVehicle,
  type Comparison,
  compareMaximum,
  compareOffers,
  type Fact,
  type GroupDefinition,
  type RowDefinition,
} from './comparison';
import {
  dimensions,
  fact,
  features,
  goingOf,
  highest,
  joined,
  lowest,
  measured,
  named,
  performance,
  rupees,
} from './machine-rows';

/** Terms by which the rows about costs are calculated. */
type CostTerms = {
  /** Returns whole rupees per month for a price in whole rupees. */
  instalmentOf: (priceRupees: number) => number;
  prices: EnergyPrices;
};

const daysInAYear = 365;
/** Years in use, rounded to a tenth: sellers enter days. */
function yearsOf({ daysUsed }: Listing): Fact {
  const years = Math.round((10 * daysUsed) / daysInAYear) / 10;
  return { figure: years, text: years === 1 ? '1 year' : `${years} years` };
}

/** Samples of the built-in catalogue are text: they have no figure that could be the best. */
const sample = ' (sample)';
const reviewsText = (count: number): string => (count === 1 ? '1 review' : `${countText(count)} reviews`);
const reviewsOf = ({ reviewCount, sampleReviewCount }: Record<'reviewCount' | 'sampleReviewCount', number>): Fact =>
  sampleReviewCount > 0
    ? reviewsText(sampleReviewCount) + sample
    : { figure: reviewCount, text: reviewsText(reviewCount) };
const ratingOf = ({ rating, sampleRating }: Rated): Fact =>
  sampleRating === null ? fact(rating, `${rating} of 5`) : `${sampleRating} of 5${sample}`;

function launchOf(vehicle: VehicleRecord): Fact {
  const { launchDay, launchDayIsExpected, isLaunchOverdue, onSaleSince } = vehicle;
  if (launchDay === null) return onSaleSince === null ? null : `On sale since ${onSaleSince}`;
  return dayText(launchDay) + (isLaunchOverdue ? ' (was expected)' : launchDayIsExpected ? ' (expected)' : '');
}

const basics: GroupDefinition = {
  name: 'Basic Information',
  rows: [
    { name: 'Brand', ofVehicle: ({ brand }) => brand, ofListing: ({ brand }) => brand },
    { name: 'Variant', isExtra: true, ofVehicle: ({ variant }) => variant, ofListing: ({ model }) => model },
    {
      name: 'Type',
      ofVehicle: ({ type }) => type,
      ofListing: ({ kind }) => (kind === 'bike' ? 'Bike' : 'Scooter'),
    },
    { name: 'Segment', isExtra: true, ofVehicle: ({ segment }) => segment },
    {
      name: 'Category',
      ofVehicle: ({ category }) => category && (category === 'upcoming' ? 'Upcoming' : 'Popular'),
    },
    { name: 'Fuel', ofVehicle: ({ fuel }) => fuel, ofListing: ({ type }) => type },
    {
      name: 'Price',
      best: lowest,
      verdict: { title: 'Cheapest', textOf: rupeesText, isLead: true },
      ofVehicle: ({ priceRupees, priceIsExpected }) => ({
        figure: priceRupees,
        text: rupeesText(priceRupees),
        ...(priceIsExpected && { note: 'expected' }),
      }),
      ofListing: ({ presentPrice }) => rupees(presentPrice),
    },
    {
      name: 'Original price',
      ofVehicle: ({ originalPriceRupees }) => rupees(originalPriceRupees),
      ofListing: ({ pastPrice }) => rupees(pastPrice),
    },
    {
      name: 'Budget',
      ofVehicle: ({ priceRupees }) => budgetBandOf(priceRupees)?.label ?? null,
      ofListing: ({ presentPrice }) => budgetBandOf(presentPrice)?.label ?? null,
    },
    { name: 'Rating', best: highest, ofVehicle: ratingOf, ofListing: ratingOf },
    { name: 'Tags', ofVehicle: ({ tags }) => joined(tags) },
    {
      name: 'Colours',
      isExtra: true,
      ofVehicle: ({ colourways }) => joined(colourways.map(({ name }) => name)),
    },
  ],
};

const secondHand: GroupDefinition = {
  name: 'Second-hand Information',
  rows: [
    {
      name: 'Condition',
      look: 'chip',
      ofVehicle: ({ condition }) => condition,
      ofListing: ({ condition }) => condition,
    },
    {
      name: 'Used kms',
      best: lowest,
      ofVehicle: (vehicle) =>
        isUpcoming(vehicle) ? kilometresText(vehicle) : fact(vehicle.kilometresDriven, kilometresText(vehicle)),
      ofListing: ({ kilometresDriven }) => measured(kilometresDriven, 'km'),
    },
    {
      name: 'Years used',
      best: { is: 'lowest', word: 'Fewest' },
      ofVehicle: (vehicle) =>
        isUpcoming(vehicle) ? yearsUsedText(vehicle) : fact(vehicle.yearsUsed, yearsUsedText(vehicle)),
      ofListing: yearsOf,
    },
    {
      name: 'Model year',
      isExtra: true,
      ofVehicle: ({ modelYear }) => named(modelYear),
      ofListing: ({ year }) => String(year),
    },
    {
      name: 'Owners so far',
      isExtra: true,
      best: { is: 'lowest', word: 'Fewest' },
      ofVehicle: ({ owners }) => fact(owners, String(owners)),
      ofListing: ({ ownerNumber }) => fact(ownerNumber, String(ownerNumber)),
    },
    { name: 'Upkeep', isExtra: true, ofVehicle: ({ upkeep }) => upkeep },
    { name: 'Registration', isExtra: true, ofVehicle: ({ registration }) => registration },
    {
      name: 'Number plate',
      isExtra: true,
      look: 'plate',
      ofVehicle: ({ numberPlate }) => numberPlate,
      ofListing: ({ license }) => license,
    },
    { name: 'Where', isExtra: true, ofVehicle: placeText, ofListing: placeText },
    { name: 'Damages', missing: noneReported, ofVehicle: ({ damages }) => joined(damages, '; ') },
    { name: 'Complaints', missing: noneReported, ofVehicle: ({ complaints }) => joined(complaints, '; ') },
    {
      name: 'Estimated life',
      best: { is: 'highest', word: 'Longest' },
      ofVehicle: ({ estimatedLifeYears }) => measured(estimatedLifeYears, 'years'),
    },
  ],
};

const availabilities = { new: 'Available', used: 'Available', upcoming: 'Coming Soon' } as const;

const market = ({ instalmentOf, prices }: CostTerms): GroupDefinition => {
  const instalment = (price: number): Fact => {
    const monthly = instalmentOf(price);
    return monthly > 0 ? rupees(monthly, ' a month') : null;
  };
  return {
    name: 'Market Information',
    rows: [
      {
        name: 'Sales count',
        ofVehicle: ({ stock, salesCount }) => (stock === 'used' ? null : countText(salesCount)),
      },
      { name: 'Reviews', ofVehicle: reviewsOf, ofListing: reviewsOf },
      { name: 'Offers', missing: noOffers, ofVehicle: ({ offers }) => offers },
      { name: 'Launch date', ofVehicle: launchOf },
      {
        name: 'Availability',
        ofVehicle: ({ stock }) => availabilities[stock],
        ofListing: ({ availability }) => (availability === 'sold' ? 'Sold' : 'Available'),
      },
      {
        name: 'EMI',
        best: lowest,
        ofVehicle: ({ priceRupees }) => instalment(priceRupees),
        ofListing: ({ presentPrice }) => instalment(presentPrice),
      },
      {
        name: 'Fuel for 1,000 km',
        best: lowest,
        verdict: { title: 'Cheapest to run', textOf: rupeesText, note: 'for 1,000 km' },
        ofVehicle: (vehicle) => rupees(energyCostOf1000Km(vehicle, prices)),
        ofListing: (listing) => rupees(energyCostOf1000Km(goingOf(listing), prices)),
      },
    ],
  };
};

/**
 * The six groups of the comparison with all their rows (docs/product.md, "Comparison"). The terms of the costs are
 * stated below the table.
 */
const comparisonGroups = (terms: CostTerms): readonly GroupDefinition[] => [
  basics,
  performance,
  dimensions,
  features,
  secondHand,
  market(terms),
];

/** An entry of a compare list, with its name. */
export type ComparedName = { id: string; name: string };

const namesOf = preparedOf((db) => {
  const name = sql<string>`coalesce(${vehicles.name}, ${listings.name})`;
  return db
    .select({ id: sql<string>`listed.value`, name })
    .from(sql`json_each(${sql.placeholder('ids')}) listed`)
    .leftJoin(vehicles, sql`${vehicles.id} = listed.value AND ${vehicles.hiddenAt} IS NULL`)
    .leftJoin(listings, sql`${listings.id} = listed.value AND ${listings.hiddenAt} IS NULL`)
    .where(isNotNull(name))
    .orderBy(sql`listed.key`)
    .prepare();
});

/** Names of the vehicles and listings with these ids, in their order; leaves out deleted and hidden ones. */
export function comparedNames(db: Database, ids: readonly string[]): ComparedName[] {
  return ids.length === 0 ? [] : namesOf(db).all({ ids: JSON.stringify(ids) });
}

const groups = comparisonGroups({ instalmentOf: (price) => usualEmi(price).emi, prices: energyPrices });

/** The assumptions behind the figures, as sentences shown below the table. */
export const comparisonTerms: readonly string[] = [
  `EMI with ${rupeesText(emiContent.defaults.downPayment)} down, or a fifth of a lower price, over ${emiContent.defaults.tenureMonths} months at ${emiContent.defaults.rate}% a year.`,
  `Fuel by the stated mileage or range: petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh, as of ${dayText(energyPrices.pricesAsOf)}.`,
  'Ratings and reviews marked as samples came with the built-in catalogue and are not compared, nor are sales counts.',
];

/** The prices of vehicles on the road in a state, and the notes that belong to all of them. */
function onRoadIn(db: Database, state: State) {
  const prices = new Map<string, OnRoadPrice | null>();
  const notes = new Set<string>();
  const priceOf = (vehicle: VehicleRecord): OnRoadPrice | null => {
    const known = prices.get(vehicle.id);
    if (known !== undefined) return known;
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
      const price = priceOf(vehicle);
      const part = price && onRoadParts(price).find((one) => one.name === name);
      return rupees(part ? part.rupees : null);
    },
  }));
  rows.push({
    name: 'On-road price, estimate',
    isExtra: true,
    best: lowest,
    ofVehicle: (vehicle) => rupees(priceOf(vehicle)?.totalRupees ?? null),
  });
  return { group: { name: `On the road in ${state.name}`, rows } satisfies GroupDefinition, notes };
}

/**
 * Compares the vehicles and listings with these ids, in their order.
 *
 * @returns columns only for those that exist; an empty comparison when there are none
 */
export function findComparison(db: Database, ids: readonly string[], actor: Actor): Comparison {
  return compareOffers(findOffers(db, ids, actor), groups);
}

/** Prices of the same vehicles on the road in a state, as a group of rows and its terms; nothing where none has one. */
export function findOnRoadRows(db: Database, ids: readonly string[], actor: Actor, state: State | null) {
  if (!state) return { groups: [], terms: [] };
  const { group, notes } = onRoadIn(db, state);
  const groups = compareOffers(findOffers(db, ids, actor), [group]).groups.filter(({ rows }) => rows.length > 0);
  return { groups, terms: [...notes] };
}

/** Maximum number of vehicles that are offered for the free places of a comparison. */
const mostNearby = 4;

/**
 * Vehicles for the free places of a comparison: of the first vehicle's type, new beside new ones and second-hand beside
 * others, nearest in price to the mean first. None where no place is free.
 */
export function nearbyVehicles(db: Database, vehicles: readonly ComparedVehicle[]): VehicleSummary[] {
  const [first] = vehicles;
  if (!first || vehicles.length >= compareMaximum) return [];
  const total = vehicles.reduce((sum, { priceRupees }) => sum + priceRupees, 0);
  const stock = vehicles.every(({ kind }) => kind === 'used' || kind === 'listing') ? 'used' : 'new';
  const comparedIds = new Set(vehicles.map(({ id }) => id));
  return relatedVehicles(db, { id: first.id, type: first.type, stock, priceRupees: total / vehicles.length })
    .filter(({ id }) => !comparedIds.has(id))
    .slice(0, mostNearby);
}
