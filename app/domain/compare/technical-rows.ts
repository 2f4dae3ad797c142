import {
  formatBrakes,
  formatLights,
  formatPower,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
} from '../catalogue/vehicle-labels';
import { type Consumption, parseKilowattHours } from '../finance/energy-cost';
import type { Listing } from '../listings/listing';
import { formatRupees } from '../shared/money';
import type { Best, Fact, GroupDefinition, MakerFigures, RowDefinition } from './comparison';

export const lowest: Best = { is: 'lowest', word: 'Lowest' };
export const highest: Best = { is: 'highest', word: 'Highest' };

export const toFact = (figure: number | null, text: string | null): Fact =>
  figure === null || text === null ? null : { figure, text };
export const toMeasuredFact = (figure: number | null, unit: string): Fact =>
  toFact(figure, formatWithUnit(figure, unit));
/** @param after suffix of the amount: ' a month' */
export const toRupeesFact = (amount: number | null, after = ''): Fact =>
  amount === null ? null : { figure: amount, text: formatRupees(amount) + after };
/** Joins several texts in one cell; null for none. */
export const toJoinedFact = (texts: readonly string[], by = ', '): Fact => (texts.length === 0 ? null : texts.join(by));

export const toNamedFact = (figure: number | null): Fact => (figure === null ? null : String(figure));

const isElectric = ({ type }: Listing): boolean => type === 'Electric';

/** Consumption of a listing. A mileage of 0 is unknown. */
export const getListingConsumption = (listing: Listing): Consumption => ({
  fuel: listing.type,
  mileageKmpl: isElectric(listing) ? null : listing.mileage || null,
  rangeKm: isElectric(listing) ? listing.mileage || null : null,
  batteryKwh: parseKilowattHours(listing.batteryCapacity),
});

/** A row of what a model has when it is new. @param getFact the same for a vehicle and for the figures of its maker */
export const ofModelAndVehicle = (
  getFact: (figures: MakerFigures) => Fact,
): Pick<RowDefinition, 'ofVehicle' | 'ofModel'> => ({ ofVehicle: getFact, ofModel: getFact });

const createDimension = (
  name: string,
  figureName: 'lengthMm' | 'widthMm' | 'heightMm' | 'wheelbaseMm' | 'seatHeightMm' | 'groundClearanceMm',
  isExtra?: true,
): RowDefinition => ({
  name,
  figureName,
  ...ofModelAndVehicle((vehicle) => toMeasuredFact(vehicle[figureName], 'mm')),
  ...(isExtra && { isExtra }),
});

export const performance: GroupDefinition = {
  name: 'Performance',
  rows: [
    {
      name: 'Engine',
      figureName: 'engineCc',
      ...ofModelAndVehicle(({ engineCc }) => formatWithUnit(engineCc, 'cc')),
      ofListing: ({ engineCapacity }) => engineCapacity,
    },
    {
      name: 'Cylinders',
      isExtra: true,
      ...ofModelAndVehicle(({ cylinders, cooling }) =>
        cylinders === null ? null : `${cylinders}${cooling ? `, ${cooling} cooled` : ''}`,
      ),
    },
    {
      name: 'Motor',
      isExtra: true,
      figureName: 'motorPeakKw',
      ...ofModelAndVehicle(({ motorPeakKw }) => toMeasuredFact(motorPeakKw, 'kW')),
    },
    {
      name: 'Power',
      look: 'length',
      best: highest,
      verdict: { title: 'Most powerful', formatFigure: (figure) => `${figure} PS` },
      figureName: 'powerPs',
      ...ofModelAndVehicle((vehicle) => toFact(vehicle.powerPs, formatPower(vehicle))),
    },
    {
      name: 'Torque',
      look: 'length',
      best: highest,
      figureName: 'torqueNm',
      ...ofModelAndVehicle((vehicle) => toFact(vehicle.torqueNm, formatTorque(vehicle))),
    },
    {
      name: 'Top speed',
      look: 'length',
      best: highest,
      figureName: 'topSpeedKmph',
      ...ofModelAndVehicle(({ topSpeedKmph }) => toMeasuredFact(topSpeedKmph, 'km/h')),
      ofListing: ({ topSpeed }) => toMeasuredFact(topSpeed, 'km/h'),
    },
    {
      name: 'Acceleration, 0 to 60 km/h',
      best: { is: 'lowest', word: 'Quickest' },
      verdict: { title: 'Quickest to 60', formatFigure: (figure) => `${figure} s` },
      figureName: 'acceleration0to60s',
      ...ofModelAndVehicle(({ acceleration0to60s }) => toMeasuredFact(acceleration0to60s, 's')),
    },
    {
      name: 'Mileage',
      look: 'length',
      best: highest,
      figureName: 'mileageKmpl',
      ...ofModelAndVehicle(({ mileageKmpl }) => toMeasuredFact(mileageKmpl, 'km/l')),
      ofListing: (listing) => toMeasuredFact(getListingConsumption(listing).mileageKmpl, 'km/l'),
    },
    {
      name: 'Range',
      isExtra: true,
      look: 'length',
      best: { is: 'highest', word: 'Longest' },
      figureName: 'rangeKm',
      ...ofModelAndVehicle(({ rangeKm }) => toMeasuredFact(rangeKm, 'km a charge')),
      ofListing: (listing) => toMeasuredFact(getListingConsumption(listing).rangeKm, 'km a charge'),
    },
    {
      name: 'Charging time',
      isExtra: true,
      best: { is: 'lowest', word: 'Shortest' },
      figureName: 'chargeHours',
      ...ofModelAndVehicle(({ chargeHours }) => toMeasuredFact(chargeHours, 'hours')),
    },
    {
      name: 'Transmission',
      figureName: 'gears',
      ...ofModelAndVehicle(formatTransmission),
      ofListing: ({ kind }) => (kind === 'bike' ? 'Manual' : 'Automatic'),
    },
  ],
};

export const dimensions: GroupDefinition = {
  name: 'Dimensions & Capacity',
  rows: [
    createDimension('Length', 'lengthMm'),
    createDimension('Width', 'widthMm'),
    createDimension('Height', 'heightMm'),
    createDimension('Wheelbase', 'wheelbaseMm', true),
    {
      ...createDimension('Seat height', 'seatHeightMm', true),
      best: lowest,
      verdict: { title: 'Lowest seat', formatFigure: (figure) => `${figure} mm` },
    },
    createDimension('Ground clearance', 'groundClearanceMm', true),
    {
      name: 'Weight',
      look: 'length',
      best: { is: 'lowest', word: 'Lightest' },
      verdict: { title: 'Lightest', formatFigure: (figure) => `${figure} kg`, isLead: true },
      figureName: 'kerbWeightKg',
      ...ofModelAndVehicle(({ kerbWeightKg }) => toMeasuredFact(kerbWeightKg, 'kg')),
    },
    {
      name: 'Tank capacity',
      best: { is: 'highest', word: 'Largest' },
      figureName: 'tankLitres',
      ...ofModelAndVehicle(({ tankLitres }) => toMeasuredFact(tankLitres, 'L')),
    },
    {
      name: 'Battery capacity',
      isExtra: true,
      best: { is: 'highest', word: 'Largest' },
      figureName: 'batteryKwh',
      ...ofModelAndVehicle(({ batteryKwh }) => toMeasuredFact(batteryKwh, 'kWh')),
      ofListing: ({ batteryCapacity }) =>
        toFact(parseKilowattHours(batteryCapacity), batteryCapacity) ?? batteryCapacity,
    },
    { name: 'Seating', ...ofModelAndVehicle(({ seating }) => toNamedFact(seating)) },
  ],
};

export const features: GroupDefinition = {
  name: 'Features & Comfort',
  rows: [
    { name: 'Brakes', figureName: 'brakes', ...ofModelAndVehicle(formatBrakes) },
    { name: 'Lights', ...ofModelAndVehicle(formatLights) },
    { name: 'Comfort', ...ofModelAndVehicle(({ comfort }) => comfort) },
    { name: 'Compatibility', ...ofModelAndVehicle(({ compatibility }) => compatibility) },
    { name: 'Tool kit', ofVehicle: formatToolKit },
    {
      name: 'Features',
      isExtra: true,
      ...ofModelAndVehicle(({ highlights }) => toJoinedFact(highlights, '; ')),
      ofListing: ({ features: offered }) => toJoinedFact(offered, '; '),
    },
  ],
};
