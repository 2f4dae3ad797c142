import { formatDay, parseMonth } from '../shared/dates';
import { formatCount, formatPrice, formatRupees } from '../shared/money';
import type { Brake, DatedOffer, MakerFigures, Variant, VehicleRecord, VehicleSummary } from './vehicle';

/* Unless documented otherwise, functions return null for an unknown value. */

export const formatWithUnit = (figure: number | null, unit: string): string | null =>
  figure === null ? null : `${Number.isInteger(figure) ? formatCount(figure) : figure} ${unit}`;

/** @param figures field names of the record */
export const isEstimated = ({ estimated }: MakerFigures, figures: readonly string[]): boolean =>
  figures.some((figure) => estimated.includes(figure));

/** What a seller asks for a used vehicle is exact; the price of a new model is shown in lakhs. */
export const formatVehiclePrice = ({ stock, priceRupees }: Pick<VehicleSummary, 'stock' | 'priceRupees'>): string =>
  stock === 'used' ? formatRupees(priceRupees) : formatPrice(priceRupees);

/** '36 km/l', or '120 km range' of an electric vehicle. */
export function formatMileage({
  mileageKmpl,
  rangeKm,
}: Pick<VehicleSummary, 'mileageKmpl' | 'rangeKm'>): string | null {
  if (mileageKmpl !== null) return `${mileageKmpl} km/l`;
  return rangeKm === null ? null : `${formatCount(rangeKm)} km range`;
}

/** '349 cc, single cylinder, air-oil cooled'; for an electric vehicle '4.4 kW motor'. */
export function formatEngine({ engineCc, cylinders, cooling, motorPeakKw }: MakerFigures): string | null {
  if (engineCc === null) return motorPeakKw === null ? null : `${motorPeakKw} kW motor`;
  return [
    `${engineCc} cc`,
    cylinders === null ? null : cylinders === 1 ? 'single cylinder' : `${cylinders} cylinders`,
    cooling && `${cooling} cooled`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

const formatAtRpm = (figure: string | null, rpm: number | null): string | null =>
  figure && (rpm === null ? figure : `${figure} at ${formatCount(rpm)} rpm`);

/** '20.2 PS at 6,100 rpm' */
export const formatPower = ({ powerPs, powerRpm }: MakerFigures): string | null =>
  formatAtRpm(formatWithUnit(powerPs, 'PS'), powerRpm);

/** '27 Nm at 4,000 rpm' */
export const formatTorque = ({ torqueNm, torqueRpm }: MakerFigures): string | null =>
  formatAtRpm(formatWithUnit(torqueNm, 'Nm'), torqueRpm);

/** '5-speed manual', or 'Automatic' */
export function formatTransmission({ transmission, gears }: MakerFigures): string | null {
  if (transmission === null) return null;
  if (transmission === 'automatic') return 'Automatic';
  return gears === null ? 'Manual' : `${gears}-speed manual`;
}

/** 'disc 300', as the desk and the API take it. */
export const formatBrakeField = ({ type, mm }: Brake): string => (mm === null ? type : `${type} ${mm}`);

const formatBrake = ({ type, mm }: Brake): string => (mm === null ? type : `${mm} mm ${type}`);

/** '300 mm disc / 270 mm disc, dual-channel ABS': front, rear, and the assistance system. */
export const formatBrakes = ({ brakes }: MakerFigures): string | null =>
  brakes && `${formatBrake(brakes.front)} / ${formatBrake(brakes.rear)}, ${brakes.assist}`;

/** 'Headlamp LED, tail LED, indicators bulb' */
export const formatLights = ({ lights }: MakerFigures): string | null =>
  lights && `Headlamp ${lights.headlamp}, tail ${lights.tail}, indicators ${lights.indicators}`;

/** '0-60 km/h in 5.8 s' */
export const formatAcceleration = ({ acceleration0to60s }: MakerFigures): string | null =>
  acceleration0to60s === null ? null : `0-60 km/h in ${acceleration0to60s} s`;

/** 'Expected Mar 2027' for an upcoming vehicle, 'Was expected Mar 2027' once that month has passed. */
export function formatExpected({
  stock,
  launchDay,
  isLaunchOverdue,
}: Pick<VehicleSummary, 'stock' | 'launchDay' | 'isLaunchOverdue'>): string | null {
  const expected = stock === 'upcoming' && launchDay !== null ? parseMonth(launchDay) : null;
  return expected && `${isLaunchOverdue ? 'Was expected' : 'Expected'} ${expected.month} ${expected.year}`;
}

/** The launch of a new or upcoming vehicle: '7 Apr 2022', '2009' where only the year is known, 'Expected Mar 2027'. */
export function formatLaunch(vehicle: VehicleRecord): string | null {
  const { stock, launchDay, onSaleSince } = vehicle;
  if (stock === 'upcoming') return formatExpected(vehicle);
  if (launchDay !== null) return formatDay(launchDay);
  return onSaleSince === null ? null : String(onSaleSince);
}

/** Like `formatLaunch`, with the day of an upcoming vehicle: '1 Mar 2027 (expected)', 'On sale since 2009'. */
export function formatLaunchDay(vehicle: VehicleRecord): string | null {
  const { launchDay, launchDayIsExpected, isLaunchOverdue, onSaleSince } = vehicle;
  if (launchDay === null) return onSaleSince === null ? null : `On sale since ${onSaleSince}`;
  return formatDay(launchDay) + (isLaunchOverdue ? ' (was expected)' : launchDayIsExpected ? ' (expected)' : '');
}

/** '26,700 km'; 'N/A' for an upcoming vehicle (docs/product.md, "Vehicles"). */
export const formatKilometres = ({ kilometresDriven, stock }: VehicleRecord): string | null =>
  stock === 'upcoming' ? 'N/A' : formatWithUnit(kilometresDriven, 'km');

/** '3 years', 'New', or 'New Launch' for an upcoming vehicle (docs/product.md, "Vehicles"). */
export function formatYearsUsed({ yearsUsed, stock }: VehicleRecord): string | null {
  if (stock === 'upcoming') return 'New Launch';
  if (yearsUsed === null) return null;
  if (yearsUsed === 0) return 'New';
  return yearsUsed === 1 ? '1 year' : `${yearsUsed} years`;
}

export const formatToolKit = ({ hasToolKit }: VehicleRecord): string | null =>
  hasToolKit === null ? null : hasToolKit ? 'Included' : 'Not included';

/** Placeholders for empty lists (docs/product.md, "Vehicles"). */
export const noneReported = 'None reported';
const reportsNotGiven = 'Not given';
export const noOffers = 'No current offers';

/** 'Scuffed crash guard; Chipped paint'; 'Not given' if the seller was not asked. */
export const formatReported = (reports: readonly string[], { isBuiltIn }: Pick<VehicleRecord, 'isBuiltIn'>): string =>
  reports.length > 0 ? reports.join('; ') : isBuiltIn ? noneReported : reportsNotGiven;

/** The offers, or 'No current offers'. */
export const formatOffers = ({ offers }: VehicleRecord): string => offers ?? noOffers;

/** 'Diwali: ₹3,000 until 12 Nov 2026' */
const formatDatedOffer = ({ title, amountRupees, until }: DatedOffer): string =>
  `${title}${amountRupees === null ? '' : `: ${formatRupees(amountRupees)}`}${until ? ` until ${formatDay(until)}` : ''}`;

/** What buyers are offered today, as sentences. */
export const listOffers = ({
  offers,
  bankOfferRupees,
  offersOfToday,
}: Pick<VehicleRecord, 'offers' | 'bankOfferRupees' | 'offersOfToday'>): string[] => [
  ...(offers === null ? [] : [offers]),
  ...(bankOfferRupees === null ? [] : [`Bank offer price ${formatRupees(bankOfferRupees)}`]),
  ...offersOfToday.map(formatDatedOffer),
];

/** All of them, the cheapest first; none for a vehicle that has no other. */
export const listVariants = ({ name, variant, priceRupees, variants }: VehicleRecord): Variant[] =>
  variants.length === 0 ? [] : [{ name: variant ?? name, priceRupees }, ...variants];

/** 'Bengaluru, Karnataka' */
export const formatPlace = ({ city, state }: { city: string | null; state: string | null }): string | null =>
  [city, state].filter((part) => part !== null).join(', ') || null;
