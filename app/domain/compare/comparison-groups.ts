/** The rows of a comparison about price, condition and costs, and all of its groups. */

import { budgetBandOf, isUpcoming, type Rated, type VehicleRecord } from '../catalogue/vehicle';
import { kilometresText, noneReported, noOffers, placeText, yearsUsedText } from '../catalogue/vehicle-labels';
import { type EnergyPrices, energyCostOf1000Km } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { dayText } from '../shared/dates';
import { countText, rupeesText } from '../shared/money';
import type { Fact, GroupDefinition } from './comparison';
import {
  dimensions,
  fact,
  features,
  highest,
  joined,
  listingConsumption,
  lowest,
  measured,
  named,
  performance,
  rupees,
} from './technical-rows';

/** The assumptions of the rows about costs. */
type CostTerms = {
  /** Returns whole rupees per month for a price in whole rupees. */
  instalmentOf: (priceRupees: number) => number;
  prices: EnergyPrices;
};

const daysInAYear = 365;
/** Years in use, rounded to a tenth; listings have days. */
function yearsUsedOf({ daysUsed }: Listing): Fact {
  const years = Math.round((10 * daysUsed) / daysInAYear) / 10;
  return { figure: years, text: years === 1 ? '1 year' : `${years} years` };
}

/** Sample ratings have no figure, so that they are not compared. */
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
      ofListing: yearsUsedOf,
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
        ofListing: (listing) => rupees(energyCostOf1000Km(listingConsumption(listing), prices)),
      },
    ],
  };
};

/** The six groups of the comparison (docs/product.md, "Comparison"). */
export const comparisonGroups = (terms: CostTerms): readonly GroupDefinition[] => [
  basics,
  performance,
  dimensions,
  features,
  secondHand,
  market(terms),
];
