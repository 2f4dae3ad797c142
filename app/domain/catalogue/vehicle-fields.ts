import {
  bodyStyles,
  coolings,
  fuelTypes,
  transmissions,
  vehicleCategories,
  vehicleConditions,
  vehicleStocks,
  vehicleTypes,
} from '~db/enums';
import { getListingConsumption, parseKilowattHours } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import type { Field } from '../shared/field-table';
import { formatRupees } from '../shared/money';
import {
  type Best,
  type Fact,
  highest,
  lowest,
  toFact,
  toJoinedFact,
  toMeasuredFact,
  toNamedFact,
  toRupeesFact,
  type VerdictDefinition,
} from './compared-facts';
import { isUpcoming, type MakerFigures, type VehicleRecord } from './vehicle';
import {
  formatAcceleration,
  formatBrakes,
  formatEngine,
  formatKilometres,
  formatLaunch,
  formatLaunchDay,
  formatLights,
  formatMileage,
  formatPlace,
  formatPower,
  formatReported,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
  formatYearsUsed,
  isEstimated,
  listOffers,
  noneReported,
  noOffers,
} from './vehicle-labels';

/*
 * Everything about the facts of a vehicle of the catalogue, by the names of its record and of the columns: the lists of
 * facts on its page, the comparison, and figures and specifications of the API derive from it, in this order.
 */

export type ComparisonGroupName = 'basics' | 'performance' | 'dimensions' | 'features' | 'secondHand' | 'market';

/** A row of the comparison. */
type ComparedField<Source> = {
  group: ComparisonGroupName;
  name?: string;
  /** In place of the unit of the field. */
  unit?: string;
  /** In place of the figure with its unit, or of the text. */
  getFact?: (source: Source) => Fact;
  /** Absent if listings have no such field. */
  ofListing?: (listing: Listing) => Fact;
  /** Text of an unknown value; 'N/A' by default. */
  missing?: string;
  best?: Best;
  /** Absent if the row is not summarized above the table; needs `best`. */
  verdict?: VerdictDefinition;
  /** `length` draws a bar next to the figure; `chip` and `plate` render the components of these names. */
  look?: 'length' | 'price' | 'chip' | 'plate';
  /** Whether the row is hidden if no vehicle has a value. */
  isExtra?: true;
};

type ModelSection = 'specifications' | 'performance' | 'dimensions';
type DetailsSection = ModelSection | 'condition';

/** What only vehicles of the catalogue have. `list`: several texts of at most `most` characters. */
type CatalogueField = { label: string; required?: true } & (
  | { kind: 'list'; most: number }
  | { kind: 'brakes' | 'lights' }
);

type FieldOf<Section, Source> = (Field | CatalogueField) & {
  section: Section;
  /** Which vehicles have it; all by default. Upcoming ones count as new. */
  onlyFor?: 'new' | 'used';
  /** Follows the figure where it is shown. */
  unit?: string;
  /** The text of the value, in place of the figure with its unit. */
  format?: (source: Source) => string | null;
  /** Further figures that the text contains, which may be estimates. */
  alsoShows?: readonly (keyof VehicleRecord)[];
  /** How the page of a vehicle lists it. Without, the page shows it in a way of its own. */
  details?: {
    name?: (vehicle: VehicleRecord) => string;
    /** Where it is listed, if not in its section; null for nowhere. */
    findSection?: (vehicle: VehicleRecord) => DetailsSection | null;
    format?: (vehicle: VehicleRecord) => string | null;
    look?: 'chip' | 'plate';
  };
  comparison?: ComparedField<Source>;
  /** Whether the API has it among `figures`. */
  isFigure?: true;
  /** Names of its text among `specs` of the API. */
  specs?: readonly string[];
  description?: string;
};

/** What the maker of a model determines stands in for what a second-hand vehicle of the model does not state. */
type ModelField = FieldOf<ModelSection, MakerFigures>;
export type VehicleField = ModelField | FieldOf<'model' | 'price' | 'launch' | 'condition' | 'words', VehicleRecord>;

/** An upcoming vehicle has no figure to compare. */
const toUsedFact = (vehicle: VehicleRecord, figure: number | null, text: string | null): Fact =>
  isUpcoming(vehicle) ? text : toFact(figure, text);

const priceLimit = 1_000_000_000;
const lengthOf = {
  kind: 'count',
  most: 10_000,
  measure: 'mm',
  unit: 'mm',
  section: 'dimensions',
  isFigure: true,
} as const;

export const vehicleFields = {
  name: { kind: 'line', label: 'Name', most: 80, required: true, section: 'model' },
  brand: {
    kind: 'line',
    label: 'Brand',
    most: 40,
    required: true,
    section: 'model',
    comparison: { group: 'basics', ofListing: ({ brand }) => brand },
  },
  variant: {
    kind: 'line',
    label: 'Variant',
    most: 60,
    section: 'model',
    comparison: { group: 'basics', isExtra: true, ofListing: ({ model }) => model },
  },
  type: {
    kind: 'choice',
    label: 'Type',
    options: vehicleTypes,
    areButtons: true,
    required: true,
    section: 'model',
    comparison: { group: 'basics', ofListing: ({ kind }) => (kind === 'bike' ? 'Bike' : 'Scooter') },
  },
  stock: { kind: 'choice', label: 'Stock', options: vehicleStocks, areButtons: true, required: true, section: 'model' },
  bodyStyle: { kind: 'choice', label: 'Body style', options: bodyStyles, required: true, section: 'model' },
  segment: {
    kind: 'line',
    label: 'Segment',
    most: 60,
    section: 'specifications',
    comparison: { group: 'basics', isExtra: true },
  },
  category: {
    kind: 'choice',
    label: 'Category',
    options: vehicleCategories,
    section: 'model',
    onlyFor: 'new',
    comparison: {
      group: 'basics',
      getFact: ({ category }) => category && (category === 'upcoming' ? 'Upcoming' : 'Popular'),
    },
  },
  priceRupees: {
    kind: 'rupees',
    label: 'Price',
    most: priceLimit,
    required: true,
    section: 'price',
    description: 'Ex-showroom price of a new vehicle or asking price of a used one, in whole rupees.',
    comparison: {
      group: 'basics',
      look: 'price',
      best: lowest,
      verdict: { title: 'Cheapest', formatFigure: formatRupees, isLead: true },
      getFact: ({ priceRupees, priceIsExpected }) => ({
        figure: priceRupees,
        text: formatRupees(priceRupees),
        ...(priceIsExpected && { note: 'expected' }),
      }),
      ofListing: ({ presentPrice }) => toRupeesFact(presentPrice),
    },
  },
  originalPriceRupees: {
    kind: 'rupees',
    label: 'Original price',
    most: priceLimit,
    section: 'price',
    comparison: {
      group: 'basics',
      getFact: ({ originalPriceRupees }) => toRupeesFact(originalPriceRupees),
      ofListing: ({ pastPrice }) => toRupeesFact(pastPrice),
    },
  },
  priceIsExpected: {
    kind: 'flag',
    label: 'The price is expected',
    section: 'price',
    onlyFor: 'new',
    description: 'Whether the price is expected, before the launch.',
  },
  bankOfferRupees: {
    kind: 'rupees',
    label: 'Bank offer price',
    most: priceLimit,
    section: 'price',
    onlyFor: 'new',
    description: 'Price with a bank offer, in whole rupees.',
  },
  offers: {
    kind: 'lines',
    label: 'Offers',
    most: 500,
    section: 'price',
    onlyFor: 'new',
    comparison: {
      group: 'market',
      missing: noOffers,
      getFact: (vehicle) => toJoinedFact(listOffers(vehicle), '; '),
    },
  },
  condition: {
    kind: 'choice',
    label: 'Condition',
    options: vehicleConditions,
    required: true,
    section: 'condition',
    details: { look: 'chip' },
    comparison: { group: 'secondHand', look: 'chip', ofListing: ({ condition }) => condition },
  },
  kilometresDriven: {
    kind: 'count',
    label: 'Kilometers',
    most: 10_000_000,
    measure: 'km',
    unit: 'km',
    section: 'condition',
    onlyFor: 'used',
    format: formatKilometres,
    details: {},
    comparison: {
      group: 'secondHand',
      name: 'Used kms',
      best: lowest,
      getFact: (vehicle) => toUsedFact(vehicle, vehicle.kilometresDriven, formatKilometres(vehicle)),
      ofListing: ({ kilometresDriven }) => toMeasuredFact(kilometresDriven, 'km'),
    },
    isFigure: true,
  },
  fuel: {
    kind: 'choice',
    label: 'Fuel type',
    options: fuelTypes,
    areButtons: true,
    required: true,
    section: 'model',
    details: { findSection: ({ stock }) => (stock === 'used' ? 'condition' : 'specifications') },
    comparison: { group: 'basics', name: 'Fuel', ofListing: ({ type }) => type },
  },
  yearsUsed: {
    kind: 'decimal',
    label: 'Years used',
    most: 100,
    measure: 'years',
    section: 'condition',
    onlyFor: 'used',
    format: formatYearsUsed,
    details: {},
    comparison: {
      group: 'secondHand',
      best: { is: 'lowest', word: 'Fewest' },
      getFact: (vehicle) => toUsedFact(vehicle, vehicle.yearsUsed, formatYearsUsed(vehicle)),
      // Years in use, rounded to a tenth; listings have days.
      ofListing: ({ daysUsed }) => {
        const years = Math.round((10 * daysUsed) / 365) / 10;
        return { figure: years, text: years === 1 ? '1 year' : `${years} years` };
      },
    },
    isFigure: true,
  },
  modelYear: {
    kind: 'year',
    label: 'Model year',
    section: 'condition',
    onlyFor: 'used',
    comparison: {
      group: 'secondHand',
      isExtra: true,
      getFact: ({ modelYear }) => toNamedFact(modelYear),
      ofListing: ({ year }) => String(year),
    },
  },
  owners: {
    kind: 'ordinal',
    label: 'Owners so far',
    most: 9,
    measure: 'owner',
    section: 'condition',
    onlyFor: 'used',
    description: 'Number of owners so far.',
    comparison: {
      group: 'secondHand',
      isExtra: true,
      best: { is: 'lowest', word: 'Fewest' },
      getFact: ({ owners }) => toFact(owners, String(owners)),
      ofListing: ({ ownerNumber }) => toFact(ownerNumber, String(ownerNumber)),
    },
  },
  upkeep: {
    kind: 'line',
    label: 'Upkeep',
    most: 40,
    section: 'condition',
    onlyFor: 'used',
    comparison: { group: 'secondHand', isExtra: true },
  },
  registration: {
    kind: 'line',
    label: 'Registration',
    most: 40,
    section: 'condition',
    onlyFor: 'used',
    details: {},
    comparison: { group: 'secondHand', isExtra: true },
  },
  numberPlate: {
    kind: 'line',
    label: 'Number plate',
    most: 20,
    section: 'condition',
    onlyFor: 'used',
    details: { look: 'plate' },
    comparison: { group: 'secondHand', isExtra: true, look: 'plate', ofListing: ({ license }) => license },
  },
  hasToolKit: {
    kind: 'flag',
    label: 'Tool kit',
    section: 'condition',
    format: formatToolKit,
    details: {},
    comparison: { group: 'features' },
  },
  complaints: {
    kind: 'list',
    label: 'Complaints',
    most: 200,
    section: 'condition',
    onlyFor: 'used',
    details: { format: (vehicle) => formatReported(vehicle.complaints, vehicle) },
    comparison: {
      group: 'secondHand',
      missing: 'Not given',
      getFact: ({ complaints, isBuiltIn }) => toJoinedFact(complaints, '; ') ?? (isBuiltIn ? noneReported : null),
    },
  },
  damages: {
    kind: 'list',
    label: 'Damages',
    most: 200,
    section: 'condition',
    onlyFor: 'used',
    details: { format: (vehicle) => formatReported(vehicle.damages, vehicle) },
    comparison: {
      group: 'secondHand',
      missing: 'Not given',
      getFact: ({ damages, isBuiltIn }) => toJoinedFact(damages, '; ') ?? (isBuiltIn ? noneReported : null),
    },
  },
  city: {
    kind: 'line',
    label: 'City',
    most: 60,
    section: 'condition',
    onlyFor: 'used',
    details: { name: () => 'Place', format: formatPlace },
    comparison: {
      group: 'secondHand',
      name: 'Where',
      isExtra: true,
      getFact: formatPlace,
      ofListing: formatPlace,
    },
  },
  state: { kind: 'line', label: 'State', most: 60, section: 'condition', onlyFor: 'used' },
  engineCc: {
    kind: 'decimal',
    label: 'Engine',
    most: 10_000,
    measure: 'cc',
    unit: 'cc',
    section: 'performance',
    format: formatEngine,
    alsoShows: ['motorPeakKw'],
    details: {},
    comparison: {
      group: 'performance',
      getFact: ({ engineCc }) => formatWithUnit(engineCc, 'cc'),
      ofListing: ({ engineCapacity }) => engineCapacity,
    },
    isFigure: true,
    specs: ['engine'],
  },
  cylinders: {
    kind: 'count',
    label: 'Cylinders',
    most: 16,
    measure: 'count',
    section: 'performance',
    isFigure: true,
    comparison: {
      group: 'performance',
      isExtra: true,
      getFact: ({ cylinders, cooling }) =>
        cylinders === null ? null : `${cylinders}${cooling ? `, ${cooling} cooled` : ''}`,
    },
  },
  cooling: { kind: 'choice', label: 'Cooling', options: coolings, section: 'performance' },
  motorPeakKw: {
    kind: 'decimal',
    label: 'Motor',
    most: 1_000,
    measure: 'kW',
    unit: 'kW',
    section: 'performance',
    comparison: { group: 'performance', isExtra: true },
    isFigure: true,
  },
  powerPs: {
    kind: 'decimal',
    label: 'Power',
    most: 1_000,
    measure: 'PS',
    unit: 'PS',
    section: 'performance',
    format: formatPower,
    alsoShows: ['powerRpm'],
    details: {},
    comparison: {
      group: 'performance',
      look: 'length',
      best: highest,
      verdict: { title: 'Most powerful', formatFigure: (figure) => `${figure} PS` },
    },
    isFigure: true,
    specs: ['power'],
  },
  powerRpm: {
    kind: 'count',
    label: 'Power at',
    most: 30_000,
    measure: 'count',
    unit: 'rpm',
    section: 'performance',
    isFigure: true,
  },
  torqueNm: {
    kind: 'decimal',
    label: 'Torque',
    most: 10_000,
    measure: 'count',
    unit: 'Nm',
    section: 'performance',
    format: formatTorque,
    alsoShows: ['torqueRpm'],
    details: {},
    comparison: { group: 'performance', look: 'length', best: highest },
    isFigure: true,
    specs: ['torque'],
  },
  torqueRpm: {
    kind: 'count',
    label: 'Torque at',
    most: 30_000,
    measure: 'count',
    unit: 'rpm',
    section: 'performance',
    isFigure: true,
  },
  topSpeedKmph: {
    kind: 'decimal',
    label: 'Top speed',
    most: 1_000,
    measure: 'km/h',
    unit: 'km/h',
    section: 'performance',
    details: {},
    comparison: {
      group: 'performance',
      look: 'length',
      best: highest,
      ofListing: ({ topSpeed }) => toMeasuredFact(topSpeed, 'km/h'),
    },
    isFigure: true,
    specs: ['speed', 'topSpeed'],
  },
  transmission: {
    kind: 'choice',
    label: 'Transmission',
    options: transmissions,
    section: 'performance',
    format: formatTransmission,
    alsoShows: ['gears'],
    details: {},
    comparison: { group: 'performance', ofListing: ({ kind }) => (kind === 'bike' ? 'Manual' : 'Automatic') },
    specs: ['transmission'],
  },
  gears: { kind: 'count', label: 'Gears', most: 10, measure: 'count', section: 'performance', isFigure: true },
  launchDay: {
    kind: 'date',
    label: 'Launch',
    section: 'launch',
    onlyFor: 'new',
    details: {
      name: ({ stock, launchDay }) =>
        launchDay === null ? 'On sale since' : stock === 'upcoming' ? 'Launch' : 'Launched',
      findSection: ({ stock }) => (stock === 'used' ? null : 'performance'),
      format: formatLaunch,
    },
    comparison: { group: 'market', name: 'Launch date', getFact: formatLaunchDay },
  },
  launchDayIsExpected: {
    kind: 'flag',
    label: 'The launch is expected',
    section: 'launch',
    onlyFor: 'new',
    description: 'Whether the date is expected, before the launch.',
  },
  onSaleSince: {
    kind: 'year',
    label: 'On sale since',
    section: 'launch',
    onlyFor: 'new',
    description: 'Year in which the model was first sold, if before its current version.',
  },
  estimatedLifeYears: {
    kind: 'count',
    label: 'Estimated life',
    most: 100,
    measure: 'years',
    unit: 'years',
    section: 'condition',
    details: { findSection: () => 'performance' },
    comparison: { group: 'secondHand', best: { is: 'highest', word: 'Longest' } },
    isFigure: true,
  },
  mileageKmpl: {
    kind: 'decimal',
    label: 'Mileage',
    most: 10_000,
    measure: 'km/l',
    unit: 'km/l',
    section: 'specifications',
    alsoShows: ['rangeKm'],
    details: { format: formatMileage },
    comparison: {
      group: 'performance',
      look: 'length',
      best: highest,
      ofListing: (listing) => toMeasuredFact(getListingConsumption(listing).mileageKmpl, 'km/l'),
    },
    isFigure: true,
    specs: ['mileage'],
  },
  rangeKm: {
    kind: 'decimal',
    label: 'Range',
    most: 10_000,
    measure: 'km',
    unit: 'km',
    section: 'specifications',
    comparison: {
      group: 'performance',
      unit: 'km a charge',
      isExtra: true,
      look: 'length',
      best: { is: 'highest', word: 'Longest' },
      ofListing: (listing) => toMeasuredFact(getListingConsumption(listing).rangeKm, 'km a charge'),
    },
    isFigure: true,
    specs: ['range'],
  },
  tankLitres: {
    kind: 'decimal',
    label: 'Fuel tank capacity',
    most: 100,
    measure: 'litres',
    unit: 'litres',
    section: 'specifications',
    details: {},
    comparison: {
      group: 'dimensions',
      name: 'Tank capacity',
      unit: 'L',
      best: { is: 'highest', word: 'Largest' },
    },
    isFigure: true,
    specs: ['tankCapacity'],
  },
  batteryKwh: {
    kind: 'decimal',
    label: 'Battery',
    most: 100,
    measure: 'kWh',
    unit: 'kWh',
    section: 'specifications',
    details: {},
    comparison: {
      group: 'dimensions',
      name: 'Battery capacity',
      isExtra: true,
      best: { is: 'highest', word: 'Largest' },
      ofListing: ({ batteryCapacity }) =>
        toFact(parseKilowattHours(batteryCapacity), batteryCapacity) ?? batteryCapacity,
    },
    isFigure: true,
  },
  chargeHours: {
    kind: 'decimal',
    label: 'Charging time',
    most: 100,
    measure: 'hours',
    unit: 'hours',
    section: 'specifications',
    details: {},
    comparison: { group: 'performance', isExtra: true, best: { is: 'lowest', word: 'Shortest' } },
    isFigure: true,
  },
  seating: {
    kind: 'count',
    label: 'Seating',
    most: 9,
    measure: 'count',
    unit: 'persons',
    section: 'specifications',
    details: {},
    comparison: { group: 'dimensions', getFact: ({ seating }) => toNamedFact(seating) },
    specs: ['seating'],
  },
  brakes: {
    kind: 'brakes',
    label: 'Brakes',
    section: 'specifications',
    format: formatBrakes,
    details: {},
    comparison: { group: 'features' },
    specs: ['brakes'],
  },
  lights: {
    kind: 'lights',
    label: 'Lights',
    section: 'specifications',
    format: formatLights,
    details: {},
    comparison: { group: 'features' },
    specs: ['lights'],
  },
  acceleration0to60s: {
    kind: 'decimal',
    label: 'Speed Raise',
    most: 100,
    measure: 'count',
    unit: 's',
    section: 'specifications',
    format: formatAcceleration,
    details: {},
    comparison: {
      group: 'performance',
      name: 'Acceleration, 0 to 60 km/h',
      best: { is: 'lowest', word: 'Quickest' },
      verdict: { title: 'Quickest to 60', formatFigure: (figure) => `${figure} s` },
      getFact: ({ acceleration0to60s }) => toMeasuredFact(acceleration0to60s, 's'),
    },
    isFigure: true,
    specs: ['acceleration'],
  },
  comfort: {
    kind: 'line',
    label: 'Comfort',
    most: 200,
    section: 'specifications',
    details: {},
    comparison: { group: 'features' },
    specs: ['comfort'],
  },
  compatibility: {
    kind: 'line',
    label: 'Compatibility',
    most: 200,
    section: 'specifications',
    details: {},
    comparison: { group: 'features' },
    specs: ['compatibility'],
  },
  lengthMm: { ...lengthOf, label: 'Length', details: {}, comparison: { group: 'dimensions' }, specs: ['length'] },
  widthMm: { ...lengthOf, label: 'Width', details: {}, comparison: { group: 'dimensions' }, specs: ['width'] },
  heightMm: { ...lengthOf, label: 'Height', details: {}, comparison: { group: 'dimensions' }, specs: ['height'] },
  wheelbaseMm: { ...lengthOf, label: 'Wheelbase', details: {}, comparison: { group: 'dimensions', isExtra: true } },
  seatHeightMm: {
    ...lengthOf,
    label: 'Seat height',
    details: {},
    comparison: {
      group: 'dimensions',
      isExtra: true,
      best: lowest,
      verdict: { title: 'Lowest seat', formatFigure: (figure) => `${figure} mm` },
    },
  },
  groundClearanceMm: {
    ...lengthOf,
    label: 'Ground clearance',
    details: {},
    comparison: { group: 'dimensions', isExtra: true },
  },
  kerbWeightKg: {
    kind: 'decimal',
    label: 'Kerb weight',
    most: 1_000,
    measure: 'kg',
    unit: 'kg',
    section: 'dimensions',
    details: {},
    comparison: {
      group: 'dimensions',
      name: 'Weight',
      look: 'length',
      best: { is: 'lowest', word: 'Lightest' },
      verdict: { title: 'Lightest', formatFigure: (figure) => `${figure} kg`, isLead: true },
    },
    isFigure: true,
    specs: ['weight'],
  },
  description: { kind: 'lines', label: 'Description', most: 2_000, section: 'words' },
  highlights: {
    kind: 'list',
    label: 'Features',
    most: 200,
    section: 'specifications',
    comparison: {
      group: 'features',
      isExtra: true,
      getFact: ({ highlights }) => toJoinedFact(highlights, '; '),
      ofListing: ({ features }) => toJoinedFact(features, '; '),
    },
  },
  tags: {
    kind: 'list',
    label: 'Tags',
    most: 40,
    section: 'words',
    comparison: { group: 'basics', getFact: ({ tags }) => toJoinedFact(tags) },
  },
  estimated: { kind: 'list', label: 'Estimated figures', most: 40, section: 'words' },
} as const satisfies Partial<Readonly<Record<keyof VehicleRecord, VehicleField>>>;

type Fields = typeof vehicleFields;
export type VehicleFieldName = keyof Fields;
export type VehicleFigureName = {
  [Name in VehicleFieldName]: Fields[Name] extends { isFigure: true } ? Name : never;
}[VehicleFieldName];
type SpecifiedField = {
  [Name in VehicleFieldName]: Fields[Name] extends { specs: readonly string[] } ? Name : never;
}[VehicleFieldName];
export type VehicleSpecName = Fields[SpecifiedField]['specs'][number];

const isVehicleField = (name: string): name is VehicleFieldName => Object.hasOwn(vehicleFields, name);
export const getVehicleField = (name: VehicleFieldName): VehicleField => vehicleFields[name];
export const vehicleFieldNames = Object.keys(vehicleFields).filter(isVehicleField);
export const vehicleFigureNames = vehicleFieldNames.filter(
  (name): name is VehicleFigureName => getVehicleField(name).isFigure === true,
);

const hasSpecs = (name: VehicleFieldName): name is SpecifiedField => getVehicleField(name).specs !== undefined;
/** The names under which the API has the text of a field. */
export const getSpecNames = (name: VehicleFieldName): readonly VehicleSpecName[] =>
  hasSpecs(name) ? vehicleFields[name].specs : [];

const modelSections: readonly string[] = ['specifications', 'performance', 'dimensions'] satisfies ModelSection[];
export const isModelField = (field: VehicleField): field is ModelField => modelSections.includes(field.section);

type ShownField<Source> = Pick<FieldOf<string, Source>, 'format' | 'unit' | 'comparison'>;

/** What the comparison shows of a field. */
export const createFactReader =
  <Source extends object>(name: string, { format, unit = '', comparison }: ShownField<Source>) =>
  (source: Source): Fact => {
    if (comparison?.getFact) return comparison.getFact(source);
    const value: unknown = Reflect.get(source, name);
    const text = format ? format(source) : formatValue(value, comparison?.unit ?? unit);
    return typeof value === 'number' ? toFact(value, text) : text;
  };

function formatValue(value: unknown, unit: string): string | null {
  if (typeof value === 'number') return formatWithUnit(value, unit)?.trim() ?? null;
  return typeof value === 'string' ? value : null;
}

/** The text of a field with its unit; null if it is unknown. */
export function formatVehicleField(vehicle: VehicleRecord, name: VehicleFieldName): string | null {
  const { format, unit = '' } = getVehicleField(name);
  return format ? format(vehicle) : formatValue(vehicle[name], unit);
}

type VehicleFact = { name: string; value: string; look?: 'chip' | 'plate'; isEstimate?: true };

/** The facts of a section of the page of a vehicle, without those that are unknown. */
export const listVehicleFacts = (vehicle: VehicleRecord, section: DetailsSection): VehicleFact[] =>
  vehicleFieldNames.flatMap((name): VehicleFact[] => {
    const field = getVehicleField(name);
    const { details, alsoShows = [] } = field;
    if (!details || (details.findSection ? details.findSection(vehicle) : field.section) !== section) return [];
    const value = details.format ? details.format(vehicle) : formatVehicleField(vehicle, name);
    if (value === null) return [];
    return [
      {
        name: details.name?.(vehicle) ?? field.label,
        value,
        ...(details.look && { look: details.look }),
        ...(isEstimated(vehicle, [name, ...alsoShows]) && { isEstimate: true }),
      },
    ];
  });
