import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import {
  formatAcceleration,
  formatBrakes,
  formatEngine,
  formatKilometres,
  formatLaunch,
  formatLights,
  formatPlace,
  formatPower,
  formatReported,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
  formatYearsUsed,
  isEstimated,
} from '~/domain/catalogue/vehicle-labels';
import { rangeText } from '~/ui/vehicles/card-parts';
import type { Fact, FactGroup } from './details';

/** `of` selects the figures of a row, to label estimates. */
type Row = { name: string; value: string | null; look?: Fact['look']; of?: readonly string[] };

function getVehicleFacts(rows: readonly Row[], vehicle: VehicleRecord): Fact[] {
  return rows.flatMap(({ name, value, look, of = [] }) =>
    value === null ? [] : { name, value, ...(look && { look }), ...(isEstimated(vehicle, of) && { isEstimate: true }) },
  );
}

/** History of a used vehicle (docs/product.md, "Vehicle details"). */
const getHistoryRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Condition', value: vehicle.condition, look: 'chip' },
  { name: 'Kilometers', value: formatKilometres(vehicle) },
  { name: 'Fuel type', value: vehicle.fuel },
  { name: 'Years used', value: formatYearsUsed(vehicle) },
  { name: 'Registration', value: vehicle.registration },
  { name: 'Number plate', value: vehicle.numberPlate, look: 'plate' },
  { name: 'Tool kit', value: formatToolKit(vehicle) },
  { name: 'Complaints', value: formatReported(vehicle.complaints, vehicle) },
  { name: 'Damages', value: formatReported(vehicle.damages, vehicle) },
  { name: 'Place', value: formatPlace(vehicle) },
];

/** The specifications of every vehicle (docs/product.md, "Vehicle details"). */
const getSpecificationRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Mileage', value: rangeText(vehicle), of: ['mileageKmpl', 'rangeKm'] },
  { name: 'Fuel type', value: vehicle.stock === 'used' ? null : vehicle.fuel },
  { name: 'Fuel tank capacity', value: formatWithUnit(vehicle.tankLitres, 'litres'), of: ['tankLitres'] },
  { name: 'Battery', value: formatWithUnit(vehicle.batteryKwh, 'kWh'), of: ['batteryKwh'] },
  { name: 'Charging time', value: formatWithUnit(vehicle.chargeHours, 'hours'), of: ['chargeHours'] },
  { name: 'Seating', value: formatWithUnit(vehicle.seating, 'persons') },
  { name: 'Brakes', value: formatBrakes(vehicle), of: ['brakes'] },
  { name: 'Lights', value: formatLights(vehicle) },
  { name: 'Speed raise', value: formatAcceleration(vehicle), of: ['acceleration0to60s'] },
  { name: 'Comfort', value: vehicle.comfort },
  { name: 'Compatibility', value: vehicle.compatibility },
];

const launchNames = { new: 'Launched', used: 'Launched', upcoming: 'Launch', year: 'On sale since' } as const;

const getPerformanceRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Engine', value: formatEngine(vehicle), of: ['engineCc', 'motorPeakKw'] },
  { name: 'Power', value: formatPower(vehicle), of: ['powerPs', 'powerRpm'] },
  { name: 'Torque', value: formatTorque(vehicle), of: ['torqueNm', 'torqueRpm'] },
  { name: 'Top speed', value: formatWithUnit(vehicle.topSpeedKmph, 'km/h'), of: ['topSpeedKmph'] },
  { name: 'Transmission', value: formatTransmission(vehicle), of: ['gears'] },
  {
    name: launchNames[vehicle.launchDay === null ? 'year' : vehicle.stock],
    value: vehicle.stock === 'used' ? null : formatLaunch(vehicle),
  },
  { name: 'Estimated life', value: formatWithUnit(vehicle.estimatedLifeYears, 'years') },
];

const getDimensionRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Kerb weight', value: formatWithUnit(vehicle.kerbWeightKg, 'kg'), of: ['kerbWeightKg'] },
  { name: 'Length', value: formatWithUnit(vehicle.lengthMm, 'mm'), of: ['lengthMm'] },
  { name: 'Width', value: formatWithUnit(vehicle.widthMm, 'mm'), of: ['widthMm'] },
  { name: 'Height', value: formatWithUnit(vehicle.heightMm, 'mm'), of: ['heightMm'] },
  { name: 'Wheelbase', value: formatWithUnit(vehicle.wheelbaseMm, 'mm'), of: ['wheelbaseMm'] },
  { name: 'Seat height', value: formatWithUnit(vehicle.seatHeightMm, 'mm'), of: ['seatHeightMm'] },
  { name: 'Ground clearance', value: formatWithUnit(vehicle.groundClearanceMm, 'mm'), of: ['groundClearanceMm'] },
];

/** All facts of a vehicle, by group; unknown ones are omitted. */
export function getVehicleFactGroups(vehicle: VehicleRecord): FactGroup[] {
  return [
    ...(vehicle.stock === 'used'
      ? [{ title: 'Condition', facts: getVehicleFacts(getHistoryRows(vehicle), vehicle) }]
      : []),
    { title: 'Specifications', facts: getVehicleFacts(getSpecificationRows(vehicle), vehicle) },
    { title: 'Performance', facts: getVehicleFacts(getPerformanceRows(vehicle), vehicle) },
    { title: 'Dimensions', facts: getVehicleFacts(getDimensionRows(vehicle), vehicle) },
  ].filter(({ facts }) => facts.length > 0);
}
