import type { FuelType, ListingType } from '~db/enums';

/** Prices of fuel and electricity in rupees, and the day (`YYYY-MM-DD`) they were set. */
export type EnergyPrices = {
  pricesAsOf: string;
  petrolPerLitre: number;
  dieselPerLitre: number;
  electricityPerKwh: number;
};

/** Fuel or electricity consumption of a vehicle; null if unknown. */
export type Consumption = {
  fuel: FuelType;
  /** Kilometres per litre. */
  mileageKmpl: number | null;
  batteryKwh: number | null;
  /** Kilometres per full charge. */
  rangeKm: number | null;
};

/** Price of a litre of the fuel; hybrids here are not plug-in hybrids. */
const getPricePerLitre = (fuel: Consumption['fuel'], prices: EnergyPrices): number =>
  fuel === 'Diesel' ? prices.dieselPerLitre : prices.petrolPerLitre;

/** Charging losses are not counted. @returns whole rupees; null when the consumption is unknown or 0 */
export function calculateEnergyCost(
  km: number,
  { fuel, mileageKmpl, batteryKwh, rangeKm }: Consumption,
  prices: EnergyPrices,
) {
  if (fuel === 'Electric') {
    if (!batteryKwh || !rangeKm) return null;
    return Math.round((km / rangeKm) * batteryKwh * prices.electricityPerKwh);
  }
  return mileageKmpl ? Math.round((km / mileageKmpl) * getPricePerLitre(fuel, prices)) : null;
}

export const calculateEnergyCostOf1000Km = (consumption: Consumption, prices: EnergyPrices) =>
  calculateEnergyCost(1_000, consumption, prices);

/** Parses the capacity in kWh from the description of a battery: 3.4 for '3.4 kWh, removable'; null without any. */
export function parseKilowattHours(description: string | null): number | null {
  const [, figure] = /(\d+(?:\.\d+)?)\s*kwh/i.exec(description ?? '') ?? [];
  return figure ? Number(figure) : null;
}

type ListingFigures = { type: ListingType; mileage: number; batteryCapacity: string | null };

/** A mileage of 0 is unknown. */
export function getListingConsumption({ type, mileage, batteryCapacity }: ListingFigures): Consumption {
  const isElectric = type === 'Electric';
  return {
    fuel: type,
    mileageKmpl: isElectric ? null : mileage || null,
    rangeKm: isElectric ? mileage || null : null,
    batteryKwh: parseKilowattHours(batteryCapacity),
  };
}
