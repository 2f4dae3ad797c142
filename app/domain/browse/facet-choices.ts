import { type BodyStyle, bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import { budgetBands, type VehicleSummary } from '../catalogue/vehicle';
import { distancesAround } from '../search/offer-filters';
import { countText } from '../shared/money';
import { type BrowseFilters, noFilters, type OfferKind, offerKinds } from './browse-query';

/** Properties of a vehicle or a listing that filters use. */
export type OfferTraits = {
  kind: OfferKind;
  type: VehicleSummary['type'];
  brand: string;
  fuel: VehicleSummary['fuel'];
  condition: VehicleSummary['condition'];
  bodyStyle: BodyStyle;
  priceRupees: number;
  year: number | null;
  kilometres: number | null;
  owners: number | null;
  /** How addresses name its place; null without a known one. */
  city: string | null;
  /** Kilometres from the city that is asked for; null where that or the place of the offer is not known. */
  km: number | null;
  /** 1 for a photo of its own, 0 for a drawing. */
  hasPhoto: number;
};

export const facetNames = [
  'kind',
  'vehicleType',
  'city',
  'brand',
  'fuelType',
  'condition',
  'bodyStyle',
  'price',
  'year',
  'kilometres',
  'owners',
  'photo',
  'posted',
  'engine',
  'power',
  'mileage',
  'range',
  'seatHeight',
  'weight',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Facets of lists of one kind of listings: what no listing states, and what all of them share, is none. */
export const listingFacetNames: readonly FacetName[] = facetNames.filter(
  (name) => !['kind', 'vehicleType', 'power'].includes(name),
);

export const facetTitles: Readonly<Record<FacetName, string>> = {
  kind: 'Kind',
  vehicleType: 'Type',
  city: 'City',
  brand: 'Brand',
  fuelType: 'Fuel Type',
  condition: 'Condition',
  bodyStyle: 'Body style',
  price: 'Price',
  year: 'Year',
  kilometres: 'Kilometres',
  owners: 'Owner',
  photo: 'Photo',
  posted: 'Posted',
  engine: 'Engine',
  power: 'Power',
  mileage: 'Mileage',
  range: 'Range',
  seatHeight: 'Seat height',
  weight: 'Weight',
};

const kindTexts: Readonly<Record<OfferKind, string>> = {
  new: 'New',
  upcoming: 'Coming soon',
  used: 'Second-hand',
  listing: 'From riders',
};

const bodyStyleTexts: Readonly<Record<BodyStyle, string>> = {
  commuter: 'Commuter',
  naked: 'Naked',
  sport: 'Sport',
  cruiser: 'Cruiser',
  retro: 'Retro',
  adventure: 'Adventure',
  scrambler: 'Scrambler',
  'scooter-classic': 'Classic scooter',
  'scooter-maxi': 'Maxi scooter',
  'scooter-electric': 'Electric scooter',
  moped: 'Moped',
};

/** Figures offered as options; a URL may contain any other value. */
const yearsFrom = [2024, 2022, 2020, 2018, 2015, 2010] as const;
const kilometresUpTo = [5_000, 10_000, 25_000, 50_000] as const;
const ownersUpTo = [1, 2, 3] as const;
const postedWithinDays = [1, 7, 30] as const;
/** Maximum number of brands and of cities offered, those with the most vehicles first. */
export const mostNames = 12;

/** The filters that one facet sets. */
export type Setting = Partial<BrowseFilters>;
/**
 * `vehicles`: number of matching offers among those examined, with this option alone in its facet and all other filters
 * unchanged; null where it is not counted.
 */
export type Choice = { text: string; value: string; setting: Setting; vehicles: number | null };

export const yearText = (year: number): string => String(year);
export const ownersText = (owners: number): string =>
  ['', 'First owner', 'Up to second owner', 'Up to third owner'][owners] ?? `Up to ${countText(owners)} owners`;
export const postedText = (days: number): string => (days === 1 ? 'Last day' : `Last ${countText(days)} days`);

export const aroundText = (km: number, city: string): string => `Within ${countText(km)} km of ${city}`;

export type Offers = readonly OfferTraits[];

function numberOf(offers: Offers, holds: (offer: OfferTraits) => boolean): number {
  let count = 0;
  for (const offer of offers) if (holds(offer)) count += 1;
  return count;
}

/** How many offers have each value of a property, in the order in which the values are met; null is none. */
function countsOf<Value extends string>(
  offers: Offers,
  propertyOf: (offer: OfferTraits) => Value | null,
): Map<Value, { vehicles: number }> {
  const counts = new Map<Value, { vehicles: number }>();
  for (const offer of offers) {
    const value = propertyOf(offer);
    if (value === null) continue;
    const known = counts.get(value);
    if (known) known.vehicles += 1;
    else counts.set(value, { vehicles: 1 });
  }
  return counts;
}

/** One option for each value of a property, of which an offer has one: all are counted in one pass. */
function valueChoices<Value extends string>(
  values: readonly Value[],
  offers: Offers,
  propertyOf: (offer: OfferTraits) => Value,
  optionOf: (value: Value) => { text: string; setting: Setting },
): Choice[] {
  const counts = countsOf(offers, propertyOf);
  return values.map((value) => ({ ...optionOf(value), value, vehicles: counts.get(value)?.vehicles ?? 0 }));
}

const priceChoices = (offers: Offers): Choice[] =>
  budgetBands.map(({ id, label, from, below }) => ({
    text: label,
    value: id,
    setting: { minPrice: from === 0 ? null : from, maxPrice: below === null ? null : below - 1 },
    vehicles: numberOf(offers, ({ priceRupees }) => priceRupees >= from && (below === null || priceRupees < below)),
  }));
export const priceBands = priceChoices([]);

/** The brands with the most offers first, each as the first of them spells it. */
function brandChoices(offers: Offers): Choice[] {
  const found = new Map<string, { text: string; vehicles: number }>();
  for (const [text, { vehicles }] of countsOf(offers, ({ brand }) => brand)) {
    const folded = foldForSearch(text);
    const known = found.get(folded);
    if (known) known.vehicles += vehicles;
    else found.set(folded, { text, vehicles });
  }
  return [...found.values()]
    .sort((one, other) => other.vehicles - one.vehicles || (one.text < other.text ? -1 : 1))
    .map(({ text, vehicles }) => ({ text, value: text, setting: { brand: [text] }, vehicles }));
}

/** The cities with the most offers, after the surroundings of the one that is asked for. */
function cityChoices(offers: Offers, around: string | null): Choice[] {
  const found = countsOf(offers, ({ city }) => city);
  const cities = [...found].sort(
    ([one, { vehicles }], [other, { vehicles: others }]) => others - vehicles || (one < other ? -1 : 1),
  );
  const names = [...new Set([...(around === null ? [] : [around]), ...cities.map(([city]) => city)])];
  return [
    ...names.slice(0, mostNames).map((city) => ({
      text: city,
      value: city,
      setting: { city, within: null },
      vehicles: found.get(city)?.vehicles ?? 0,
    })),
    ...(around === null
      ? []
      : distancesAround.map((distance) => ({
          text: aroundText(distance, around),
          value: `${around} ${distance}`,
          setting: { city: around, within: distance },
          vehicles: numberOf(offers, ({ km }) => km !== null && km <= distance),
        }))),
  ];
}

/** What a facet offers. @param offers those that match all other filters, by which its options are counted */
export function choicesOf(
  name: FacetName,
  offers: Offers,
  { city }: Pick<BrowseFilters, 'city'> = noFilters,
): readonly Choice[] {
  switch (name) {
    case 'city':
      return cityChoices(offers, city);
    case 'kind':
      return valueChoices(
        offerKinds,
        offers,
        (offer) => offer.kind,
        (kind) => ({ text: kindTexts[kind], setting: { kind: [kind] } }),
      );
    case 'vehicleType':
      return valueChoices(
        vehicleTypes,
        offers,
        (offer) => offer.type,
        (type) => ({ text: type, setting: { vehicleType: [type] } }),
      );
    case 'brand':
      return brandChoices(offers);
    case 'fuelType':
      return valueChoices(
        fuelTypes,
        offers,
        (offer) => offer.fuel,
        (fuel) => ({ text: fuel, setting: { fuelType: [fuel] } }),
      );
    case 'condition':
      return valueChoices(
        vehicleConditions,
        offers,
        (offer) => offer.condition,
        (condition) => ({ text: condition, setting: { condition: [condition] } }),
      );
    case 'bodyStyle':
      return valueChoices(
        bodyStyles,
        offers,
        (offer) => offer.bodyStyle,
        (style) => ({ text: bodyStyleTexts[style], setting: { bodyStyle: [style] } }),
      );
    case 'price':
      return priceChoices(offers);
    case 'year':
      return yearsFrom.map((year) => ({
        text: `From ${yearText(year)}`,
        value: String(year),
        setting: { minYear: year, maxYear: null },
        vehicles: numberOf(offers, (one) => one.year !== null && one.year >= year),
      }));
    case 'kilometres':
      return kilometresUpTo.map((kilometres) => ({
        text: `Up to ${countText(kilometres)} km`,
        value: String(kilometres),
        setting: { maxKilometres: kilometres },
        vehicles: numberOf(offers, (one) => one.kilometres !== null && one.kilometres <= kilometres),
      }));
    case 'owners':
      return ownersUpTo.map((owners) => ({
        text: ownersText(owners),
        value: String(owners),
        setting: { maxOwners: owners },
        vehicles: numberOf(offers, (one) => one.owners !== null && one.owners <= owners),
      }));
    case 'photo':
      return [
        {
          text: 'With photo',
          value: 'true',
          setting: { withPhoto: true },
          vehicles: numberOf(offers, (one) => one.hasPhoto === 1),
        },
      ];
    case 'posted':
      // Not counted: a count would be out of date on a page that is cached until the next write.
      return postedWithinDays.map((days) => ({
        text: postedText(days),
        value: String(days),
        setting: { postedWithin: days },
        vehicles: null,
      }));
    default:
      return [];
  }
}
