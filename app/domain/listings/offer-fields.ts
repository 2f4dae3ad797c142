import { fuelTypes, type ListingType, listingConditions, listingTypes, usedConditions, vehicleTypes } from '~db/enums';
import type { Field, FieldValues } from '../shared/field-table';

/* Everything about the fields of a seller: rules, form, facts, API and inventory of stored data derive from it. */

type Text = {
  part: 'model' | 'basics' | 'usage' | 'words' | 'pricing' | 'plate' | 'engine' | 'place' | 'papers' | 'insurance';
  help?: string;
  /** The first option of a choice, for none of them. */
  emptyText?: string;
  placeholder?: string;
  description?: string;
  /** The list of facts on the page of a listing that shows it. Without one, the page shows it in a way of its own. */
  details?: 'condition' | 'specifications';
  panel?: true;
  onlyFor?: ListingType;
  /** `shown`: identifies or was written by its seller, and is public. `hidden`: only its seller sees it. */
  personal?: 'shown' | 'hidden';
};

export type OfferField = Text & Field;

const priceLimit = 1_000_000_000;

export const offerFields = {
  name: { kind: 'line', label: 'Name', most: 80, part: 'basics', required: true },
  brand: { kind: 'line', label: 'Brand', most: 40, part: 'basics', required: true },
  model: {
    kind: 'line',
    label: 'Model',
    most: 60,
    part: 'model',
    help: 'Fills in most of the form',
    description: 'Model in the spelling of the catalogue; null if unknown.',
  },
  year: { kind: 'year', label: 'Year', part: 'basics', required: true },
  type: {
    kind: 'choice',
    label: 'Type',
    options: listingTypes,
    part: 'basics',
    required: true,
    areButtons: true,
  },
  daysUsed: {
    kind: 'count',
    label: 'Days used',
    most: 36_500,
    measure: 'days',
    part: 'usage',
    required: true,
    help: 'Since it was new. Leave it empty to count from year and month',
    description: 'Days stated by the seller, plus the days since then until it is sold.',
  },
  condition: { kind: 'choice', label: 'Condition', options: listingConditions, part: 'usage', required: true },
  mileage: {
    kind: 'decimal',
    label: 'Mileage',
    most: 10_000,
    measure: 'km/l',
    part: 'usage',
    required: true,
    help: 'km per litre, or per charge',
    description: 'Kilometres per litre, or kilometres per charge for an electric vehicle.',
  },
  topSpeed: {
    kind: 'decimal',
    label: 'Top speed',
    most: 1_000,
    measure: 'km/h',
    unit: 'km/h',
    part: 'usage',
    required: true,
    help: 'km per hour',
    description: 'Kilometres per hour.',
    details: 'specifications',
    panel: true,
  },
  presentPrice: {
    kind: 'rupees',
    label: 'Present price',
    most: priceLimit,
    part: 'pricing',
    required: true,
    help: 'What you ask, in rupees',
  },
  pastPrice: {
    kind: 'rupees',
    label: 'Past price',
    most: priceLimit,
    part: 'pricing',
    required: true,
    help: 'What it cost when new, in rupees',
  },
  license: {
    kind: 'line',
    label: 'License number',
    most: 20,
    part: 'plate',
    required: true,
    placeholder: 'MH 12 AB 1234',
    description: 'Number plate, with • for digits that the seller hides.',
    personal: 'shown',
  },
  insuranceUntil: {
    kind: 'date',
    label: 'Insurance until',
    part: 'insurance',
    description: 'Last day of the insurance.',
  },
  engineCapacity: {
    kind: 'line',
    label: 'Engine capacity',
    most: 30,
    part: 'engine',
    onlyFor: 'Petrol',
    help: 'Optional, such as 349 cc',
    details: 'specifications',
    panel: true,
  },
  batteryCapacity: {
    kind: 'line',
    label: 'Battery capacity',
    most: 30,
    part: 'engine',
    onlyFor: 'Electric',
    help: 'Optional, such as 3.7 kWh',
    details: 'specifications',
    panel: true,
  },
  kilometresDriven: {
    kind: 'count',
    label: 'Kilometres driven',
    most: 10_000_000,
    measure: 'km',
    unit: 'km',
    part: 'usage',
    help: 'Optional',
    description: 'Odometer reading in km.',
    panel: true,
  },
  ownerNumber: {
    kind: 'ordinal',
    label: 'Owner number',
    most: 9,
    measure: 'owner',
    part: 'usage',
    help: 'Optional: 1 for the first',
    description: '1 for the first owner.',
    details: 'condition',
    panel: true,
  },
  city: {
    kind: 'line',
    label: 'City',
    most: 60,
    part: 'place',
    help: 'Optional: Pune or पुणे',
    personal: 'shown',
  },
  state: { kind: 'line', label: 'State', most: 60, part: 'place', personal: 'shown' },
  description: {
    kind: 'lines',
    label: 'Description',
    most: 2_000,
    part: 'words',
    help: 'Optional: services, new parts, scratches, why you sell; up to 2,000 characters',
    personal: 'shown',
  },
  hideLicenseDigits: { kind: 'flag', label: 'Hide the last digits from the public', part: 'plate' },
  hasRc: {
    kind: 'flag',
    label: 'Registration certificate (RC) in my name',
    statement: 'Registration certificate (RC) in the seller’s name',
    part: 'papers',
    description: 'Registration certificate. All documents are as stated by the seller.',
  },
  hasPuc: {
    kind: 'flag',
    label: 'Valid pollution certificate (PUC)',
    part: 'papers',
    description: 'Valid pollution certificate.',
  },
  hasNoc: {
    kind: 'flag',
    label: 'NOC from the transport office',
    part: 'papers',
    description: 'No-objection certificate of the transport authority.',
  },
  isLoanCleared: { kind: 'flag', label: 'No loan on it, or the loan is cleared', part: 'papers' },
} as const satisfies Readonly<Record<string, OfferField>>;

const toOptional = <Row extends { required: true }>({ required: _required, ...row }: Row) => row;

/**
 * The same for a vehicle that a user offers in the catalogue, by its names in the API and on its form: less is required
 * there, and some of it has another measure (docs/product.md, "Used vehicles").
 */
export const usedVehicleFields = {
  name: { ...offerFields.name, placeholder: 'Honda Activa 6G' },
  brand: { ...offerFields.brand, placeholder: 'Honda' },
  type: { kind: 'choice', label: 'Type', options: vehicleTypes, part: 'basics', required: true, areButtons: true },
  fuelType: {
    kind: 'choice',
    label: 'Fuel type',
    options: fuelTypes,
    part: 'basics',
    required: true,
    areButtons: true,
  },
  year: { ...toOptional(offerFields.year), help: 'Optional: the year in which it was made' },
  condition: {
    kind: 'choice',
    label: 'Condition',
    options: usedConditions,
    part: 'usage',
    emptyText: 'Good, if nothing is said',
  },
  usedKms: {
    ...offerFields.kilometresDriven,
    label: 'Kilometers',
    help: 'Optional: kilometres it has been driven',
  },
  yearsUsed: { kind: 'decimal', label: 'Years used', most: 100, measure: 'years', part: 'usage', help: 'Optional' },
  owners: offerFields.ownerNumber,
  mileage: {
    ...toOptional(offerFields.mileage),
    help: 'Optional: kilometres per litre; for an electric one, kilometres per charge',
  },
  topSpeed: { ...toOptional(offerFields.topSpeed), help: 'Optional: kilometres per hour' },
  engine: { kind: 'decimal', label: 'Engine', most: 10_000, measure: 'cc', part: 'usage', help: 'Optional, in cc' },
  battery: { kind: 'decimal', label: 'Battery', most: 100, measure: 'kWh', part: 'usage', help: 'Optional, in kWh' },
  price: { ...offerFields.presentPrice, label: 'Price' },
  originalPrice: {
    ...toOptional(offerFields.pastPrice),
    label: 'Original price',
    help: 'Optional: what it cost when new, in rupees',
  },
  registration: { kind: 'line', label: 'Registration', most: 40, part: 'plate', help: 'Optional, such as Approved' },
  numberPlate: { ...toOptional(offerFields.license), label: 'Number plate', help: 'Optional' },
  hideNumberDigits: offerFields.hideLicenseDigits,
  insuranceUntil: offerFields.insuranceUntil,
  city: offerFields.city,
  state: offerFields.state,
  description: {
    ...offerFields.description,
    most: 1_000,
    help: 'Optional, up to 1,000 characters',
  },
  hasRc: offerFields.hasRc,
  hasPuc: offerFields.hasPuc,
  hasNoc: offerFields.hasNoc,
  isLoanCleared: offerFields.isLoanCleared,
} as const satisfies Readonly<Record<string, OfferField>>;

/** By which imports and API clients recognize a vehicle of theirs. */
export const stockNumberField = { kind: 'line', label: 'Stock number', most: 60 } as const;

export type UsedVehicleField = keyof typeof usedVehicleFields;
export const getUsedVehicleField = (name: UsedVehicleField): OfferField => usedVehicleFields[name];
export const usedVehicleFieldNames = Object.keys(usedVehicleFields).filter((name): name is UsedVehicleField =>
  Object.hasOwn(usedVehicleFields, name),
);

type Fields = typeof offerFields;
export type OfferFieldName = keyof Fields;

export type ListingFlag = {
  [Name in OfferFieldName]: Fields[Name]['kind'] extends 'flag' ? Name : never;
}[OfferFieldName];
export type ListingField = Exclude<OfferFieldName, ListingFlag>;

export type OfferValues = FieldValues<Fields>;

/** @returns null for a text that is not the name of a field */
export const findOfferField = (name: string): OfferField | null => (isOfferField(name) ? offerFields[name] : null);
const isOfferField = (name: string): name is OfferFieldName => Object.hasOwn(offerFields, name);

export const getOfferField = (name: OfferFieldName): OfferField => offerFields[name];

export const offerFieldNames = Object.keys(offerFields).filter(isOfferField);
export const listingFlagNames = offerFieldNames.filter(
  (name): name is ListingFlag => getOfferField(name).kind === 'flag',
);
export const listingFieldNames = offerFieldNames.filter(
  (name): name is ListingField => getOfferField(name).kind !== 'flag',
);
export const personalFieldNames = offerFieldNames.filter((name) => getOfferField(name).personal !== undefined);

export function pickFields<Source extends object, Name extends keyof Source & OfferFieldName>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  const picked: Partial<Source> = {};
  const isComplete = (part: Partial<Source>): part is Partial<Source> & Pick<Source, Name> =>
    names.every((name) => name in part);
  for (const name of names) picked[name] = source[name];
  if (!isComplete(picked)) throw new Error('A field is missing.');
  return picked;
}
