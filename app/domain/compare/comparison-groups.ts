import { findBudgetBand } from '../catalogue/bands';
import { isUpcoming, type Rated, type VehicleRecord } from '../catalogue/vehicle';
import { formatKilometres, formatPlace, formatYearsUsed, noneReported, noOffers } from '../catalogue/vehicle-labels';
import { calculateEnergyCostOf1000Km, type EnergyPrices } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { formatDay } from '../shared/dates';
import { formatCount, formatRupees } from '../shared/money';
import type { Fact, GroupDefinition } from './comparison';
import {
  dimensions,
  features,
  getListingConsumption,
  highest,
  lowest,
  ofModelAndVehicle,
  performance,
  toFact,
  toJoinedFact,
  toMeasuredFact,
  toNamedFact,
  toRupeesFact,
} from './technical-rows';

type CostTerms = {
  /** Returns whole rupees per month for a price in whole rupees. */
  calculateInstalment: (priceRupees: number) => number;
  prices: EnergyPrices;
};

const daysInAYear = 365;
/** Years in use, rounded to a tenth; listings have days. */
function toYearsUsedFact({ daysUsed }: Listing): Fact {
  const years = Math.round((10 * daysUsed) / daysInAYear) / 10;
  return { figure: years, text: years === 1 ? '1 year' : `${years} years` };
}

/** Sample ratings have no figure, so that they are not compared. */
const sample = ' (sample)';
const formatReviewCount = (count: number): string => (count === 1 ? '1 review' : `${formatCount(count)} reviews`);
const toReviewsFact = ({
  reviewCount,
  sampleReviewCount,
}: Record<'reviewCount' | 'sampleReviewCount', number>): Fact =>
  sampleReviewCount > 0
    ? formatReviewCount(sampleReviewCount) + sample
    : { figure: reviewCount, text: formatReviewCount(reviewCount) };
const toRatingFact = ({ rating, sampleRating }: Rated): Fact =>
  sampleRating === null ? toFact(rating, `${rating} of 5`) : `${sampleRating} of 5${sample}`;

function toLaunchFact(vehicle: VehicleRecord): Fact {
  const { launchDay, launchDayIsExpected, isLaunchOverdue, onSaleSince } = vehicle;
  if (launchDay === null) return onSaleSince === null ? null : `On sale since ${onSaleSince}`;
  return formatDay(launchDay) + (isLaunchOverdue ? ' (was expected)' : launchDayIsExpected ? ' (expected)' : '');
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
    { name: 'Segment', isExtra: true, ...ofModelAndVehicle(({ segment }) => segment) },
    {
      name: 'Category',
      ofVehicle: ({ category }) => category && (category === 'upcoming' ? 'Upcoming' : 'Popular'),
    },
    { name: 'Fuel', ofVehicle: ({ fuel }) => fuel, ofListing: ({ type }) => type },
    {
      name: 'Price',
      best: lowest,
      verdict: { title: 'Cheapest', formatFigure: formatRupees, isLead: true },
      ofVehicle: ({ priceRupees, priceIsExpected }) => ({
        figure: priceRupees,
        text: formatRupees(priceRupees),
        ...(priceIsExpected && { note: 'expected' }),
      }),
      ofListing: ({ presentPrice }) => toRupeesFact(presentPrice),
    },
    {
      name: 'Original price',
      ofVehicle: ({ originalPriceRupees }) => toRupeesFact(originalPriceRupees),
      ofListing: ({ pastPrice }) => toRupeesFact(pastPrice),
    },
    {
      name: 'Budget',
      ofVehicle: ({ priceRupees }) => findBudgetBand(priceRupees)?.label ?? null,
      ofListing: ({ presentPrice }) => findBudgetBand(presentPrice)?.label ?? null,
    },
    { name: 'Rating', best: highest, ofVehicle: toRatingFact, ofListing: toRatingFact },
    { name: 'Tags', ofVehicle: ({ tags }) => toJoinedFact(tags) },
    {
      name: 'Colours',
      isExtra: true,
      ofVehicle: ({ colourways }) => toJoinedFact(colourways.map(({ name }) => name)),
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
        isUpcoming(vehicle) ? formatKilometres(vehicle) : toFact(vehicle.kilometresDriven, formatKilometres(vehicle)),
      ofListing: ({ kilometresDriven }) => toMeasuredFact(kilometresDriven, 'km'),
    },
    {
      name: 'Years used',
      best: { is: 'lowest', word: 'Fewest' },
      ofVehicle: (vehicle) =>
        isUpcoming(vehicle) ? formatYearsUsed(vehicle) : toFact(vehicle.yearsUsed, formatYearsUsed(vehicle)),
      ofListing: toYearsUsedFact,
    },
    {
      name: 'Model year',
      isExtra: true,
      ofVehicle: ({ modelYear }) => toNamedFact(modelYear),
      ofListing: ({ year }) => String(year),
    },
    {
      name: 'Owners so far',
      isExtra: true,
      best: { is: 'lowest', word: 'Fewest' },
      ofVehicle: ({ owners }) => toFact(owners, String(owners)),
      ofListing: ({ ownerNumber }) => toFact(ownerNumber, String(ownerNumber)),
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
    { name: 'Where', isExtra: true, ofVehicle: formatPlace, ofListing: formatPlace },
    {
      name: 'Damages',
      missing: 'Not given',
      ofVehicle: ({ damages, isBuiltIn }) => toJoinedFact(damages, '; ') ?? (isBuiltIn ? noneReported : null),
    },
    {
      name: 'Complaints',
      missing: 'Not given',
      ofVehicle: ({ complaints, isBuiltIn }) => toJoinedFact(complaints, '; ') ?? (isBuiltIn ? noneReported : null),
    },
    {
      name: 'Estimated life',
      best: { is: 'highest', word: 'Longest' },
      ofVehicle: ({ estimatedLifeYears }) => toMeasuredFact(estimatedLifeYears, 'years'),
    },
  ],
};

const availabilities = { new: 'Available', used: 'Available', upcoming: 'Coming Soon' } as const;

const createMarketGroup = ({ calculateInstalment, prices }: CostTerms): GroupDefinition => {
  const instalment = (price: number): Fact => {
    const monthly = calculateInstalment(price);
    return monthly > 0 ? toRupeesFact(monthly, ' a month') : null;
  };
  return {
    name: 'Market Information',
    rows: [
      {
        name: 'Sales count',
        ofVehicle: ({ stock, salesCount }) => (stock === 'used' ? null : formatCount(salesCount)),
      },
      { name: 'Reviews', ofVehicle: toReviewsFact, ofListing: toReviewsFact },
      { name: 'Offers', missing: noOffers, ofVehicle: ({ offers }) => offers },
      { name: 'Launch date', ofVehicle: toLaunchFact },
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
        verdict: { title: 'Cheapest to run', formatFigure: formatRupees, note: 'for 1,000 km' },
        ...ofModelAndVehicle((figures) => toRupeesFact(calculateEnergyCostOf1000Km(figures, prices))),
        ofListing: (listing) => toRupeesFact(calculateEnergyCostOf1000Km(getListingConsumption(listing), prices)),
      },
    ],
  };
};

/** The six groups of the comparison (docs/product.md, "Comparison"). */
export const createComparisonGroups = (terms: CostTerms): readonly GroupDefinition[] => [
  basics,
  performance,
  dimensions,
  features,
  secondHand,
  createMarketGroup(terms),
];
