/** What fuel and electricity cost, in rupees, and the day (`YYYY-MM-DD`) these prices were set. */
export type EnergyPrices = {
  pricesAsOf: string;
  petrolPerLitre: number;
  dieselPerLitre: number;
  electricityPerKwh: number;
};

type Going = {
  fuel: 'Petrol' | 'Diesel' | 'Electric' | 'Hybrid';
  /** Kilometres per litre. */
  mileageKmpl: number | null;
  batteryKwh: number | null;
  /** Kilometres on a full battery. */
  rangeKm: number | null;
};

const kilometres = 1_000;

/** What a litre costs of what goes into the tank; a hybrid here has no plug. */
const perLitre = (fuel: Going['fuel'], prices: EnergyPrices): number =>
  fuel === 'Diesel' ? prices.dieselPerLitre : prices.petrolPerLitre;

/**
 * What 1,000 kilometres cost at the tank or at the socket, by the stated mileage or range; what a charger loses is not
 * counted.
 *
 * @returns whole rupees; null when mileage, or battery and range, are not known or are 0
 */
export function energyCostOf1000Km({ fuel, mileageKmpl, batteryKwh, rangeKm }: Going, prices: EnergyPrices) {
  if (fuel === 'Electric') {
    if (!batteryKwh || !rangeKm) return null;
    return Math.round((kilometres / rangeKm) * batteryKwh * prices.electricityPerKwh);
  }
  return mileageKmpl ? Math.round((kilometres / mileageKmpl) * perLitre(fuel, prices)) : null;
}

/** The kilowatt-hours in what a seller wrote of a battery: 3.4 in '3.4 kWh, removable'; null without any. */
export function kilowattHoursIn(written: string | null): number | null {
  const [, figure] = /(\d+(?:\.\d+)?)\s*kwh/i.exec(written ?? '') ?? [];
  return figure ? Number(figure) : null;
}
