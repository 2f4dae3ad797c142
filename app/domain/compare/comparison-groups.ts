import { findBudgetBand } from '../catalogue/bands';
import { type Fact, highest, lowest, toFact, toJoinedFact, toRupeesFact } from '../catalogue/compared-facts';
import type { Rated } from '../catalogue/vehicle';
import { listVariants } from '../catalogue/vehicle-labels';
import {
  type ComparisonGroupName,
  createFactReader,
  getVehicleField,
  isModelField,
  vehicleFieldNames,
} from '../catalogue/vehicle-fields';
import {
  calculateEnergyCostOf1000Km,
  type Consumption,
  type EnergyPrices,
  getListingConsumption,
} from '../finance/energy-cost';
import { formatCount, formatRupees } from '../shared/money';
import type { GroupDefinition, RowDefinition } from './comparison';

type CostTerms = {
  /** Returns whole rupees per month for a price in whole rupees. */
  calculateInstalment: (priceRupees: number) => number;
  prices: EnergyPrices;
};

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

const createRows = (group: ComparisonGroupName): RowDefinition[] =>
  vehicleFieldNames.flatMap((name): RowDefinition[] => {
    const field = getVehicleField(name);
    if (field.comparison?.group !== group) return [];
    const { name: rowName = field.label, getFact: _getFact, unit: _unit, group: _group, ...row } = field.comparison;
    return [
      {
        name: rowName,
        ...row,
        figures: [name, ...(field.alsoShows ?? [])],
        ofVehicle: createFactReader(name, field),
        ...(isModelField(field) && { ofModel: createFactReader(name, field) }),
      },
    ];
  });

const basics: GroupDefinition = {
  name: 'Basic Information',
  rows: [
    ...createRows('basics'),
    {
      name: 'Budget',
      ofVehicle: ({ priceRupees }) => findBudgetBand(priceRupees)?.label ?? null,
      ofListing: ({ presentPrice }) => findBudgetBand(presentPrice)?.label ?? null,
    },
    { name: 'Rating', best: highest, ofVehicle: toRatingFact, ofListing: toRatingFact },
    {
      name: 'Colours',
      isExtra: true,
      ofVehicle: ({ colourways }) => toJoinedFact(colourways.map(({ name }) => name)),
    },
    {
      name: 'Variants and prices',
      isExtra: true,
      ofVehicle: (vehicle) =>
        toJoinedFact(
          listVariants(vehicle).map(({ name, priceRupees }) => `${name} ${formatRupees(priceRupees)}`),
          '; ',
        ),
    },
  ],
};

const availabilities = { new: 'Available', used: 'Available', upcoming: 'Coming Soon' } as const;

const createMarketGroup = ({ calculateInstalment, prices }: CostTerms): GroupDefinition => {
  const instalment = (price: number): Fact => {
    const monthly = calculateInstalment(price);
    return monthly > 0 ? toRupeesFact(monthly, ' a month') : null;
  };
  const getRunningCost = (consumption: Consumption): Fact =>
    toRupeesFact(calculateEnergyCostOf1000Km(consumption, prices));
  return {
    name: 'Market Information',
    rows: [
      {
        name: 'Sales count',
        ofVehicle: ({ stock, salesCount }) => (stock === 'used' ? null : formatCount(salesCount)),
      },
      { name: 'Reviews', ofVehicle: toReviewsFact, ofListing: toReviewsFact },
      ...createRows('market'),
      {
        name: 'Availability',
        ofVehicle: ({ stock, availability }) => (availability === 'sold' ? 'Sold' : availabilities[stock]),
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
        ofVehicle: getRunningCost,
        ofModel: getRunningCost,
        ofListing: (listing) => getRunningCost(getListingConsumption(listing)),
      },
    ],
  };
};

/** The six groups of the comparison (docs/product.md, "Comparison"). */
export const createComparisonGroups = (terms: CostTerms): readonly GroupDefinition[] => [
  basics,
  { name: 'Performance', rows: createRows('performance') },
  { name: 'Dimensions & Capacity', rows: createRows('dimensions') },
  { name: 'Features & Comfort', rows: createRows('features') },
  { name: 'Second-hand Information', rows: createRows('secondHand') },
  createMarketGroup(terms),
];
