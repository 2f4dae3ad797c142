import type { FuelType } from '~db/enums';
import { formatCount, formatRupees } from '../shared/money';

export type TaxBand = { maxPriceRupees: number | null; maxEngineCc: number | null; percent: number };

export type RoadTaxRate = {
  stateCode: string;
  state: string;
  /** The year or month whose rates these are: `2025`, `2025-08`. */
  asOf: string;
  /** Empty if no rate is known. */
  bands: readonly TaxBand[];
  /** Null: electric vehicles are taxed like others. */
  electricPercent: number | null;
  surchargePercent: number;
  minTaxRupees: number;
  /** Whether it may be a percentage point or two off. */
  isRough: boolean;
  note: string | null;
};

type EngineCharge = { maxEngineCc?: number | undefined };

export type CommonCharges = {
  /** `YYYY-MM` */
  asOf: string;
  fallback: { bands: readonly TaxBand[]; electricPercent: number };
  fees: readonly { name: string; rupees: number; electricRupees?: number | undefined }[];
  loanFeeRupees: number;
  insurance: {
    gstPercent: number;
    /** Premiums of the cover that the law requires with a new two-wheeler. */
    thirdPartyForFiveYears: {
      petrol: readonly (EngineCharge & { rupees: number })[];
      electric: readonly { maxMotorKw?: number | undefined; rupees: number }[];
    };
    personalAccidentRupees: number;
    ownDamage: {
      valuePercentOfPrice: number;
      discountPercent: number;
      percentOfValue: readonly (EngineCharge & { percent: number })[];
    };
  };
};

export type TaxedVehicle = {
  priceRupees: number;
  fuel: FuelType;
  engineCc: number | null;
  motorPeakKw: number | null;
};

/** Estimated on-road price of a new vehicle in a state, with its parts, in whole rupees. */
export type OnRoadPrice = {
  stateCode: string;
  state: string;
  exShowroomRupees: number;
  roadTaxRupees: number;
  feesRupees: number;
  insuranceRupees: number;
  totalRupees: number;
  /** Month of the fees and premiums, `YYYY-MM`. */
  asOf: string;
  /** Year or month of the state's rates of road tax. */
  roadTaxAsOf: string;
  /** Whether the state has no known rate, so that a typical rate of the other states is used. */
  isRateAssumed: boolean;
  notes: string[];
};

function findBand<Band>(bands: readonly Band[], figure: number, getMaximum: (band: Band) => number | null | undefined) {
  return bands.find((band) => figure <= (getMaximum(band) ?? Number.POSITIVE_INFINITY));
}

/** Percentage of road tax. An electric vehicle counts as an engine of 0 cc. */
function getRoadTaxPercent(vehicle: TaxedVehicle, bands: readonly TaxBand[], electricPercent: number | null): number {
  const isElectric = vehicle.fuel === 'Electric';
  if (isElectric && electricPercent !== null) return electricPercent;
  const engineCc = isElectric ? 0 : (vehicle.engineCc ?? 0);
  const band = bands.find(({ maxPriceRupees, maxEngineCc }) =>
    maxPriceRupees === null
      ? engineCc <= (maxEngineCc ?? Number.POSITIVE_INFINITY)
      : vehicle.priceRupees <= maxPriceRupees,
  );
  return band?.percent ?? bands.at(-1)?.percent ?? 0;
}

function calculateRoadTax(vehicle: TaxedVehicle, rate: RoadTaxRate, { fallback }: CommonCharges): number {
  const { bands, electricPercent } = rate.bands.length > 0 ? rate : fallback;
  const percent = getRoadTaxPercent(vehicle, bands, electricPercent);
  if (percent === 0) return 0;
  const tax = (vehicle.priceRupees * percent * (100 + rate.surchargePercent)) / 10_000;
  return Math.round(Math.max(tax, rate.minTaxRupees));
}

/** Five years of third-party insurance and one of own-damage insurance, with tax. @returns null if the band is unknown */
function calculateInsurance(
  { priceRupees, fuel, engineCc, motorPeakKw }: TaxedVehicle,
  charges: CommonCharges,
): number | null {
  const { gstPercent, thirdPartyForFiveYears, personalAccidentRupees, ownDamage } = charges.insurance;
  const isElectric = fuel === 'Electric';
  const figure = isElectric ? motorPeakKw : engineCc;
  if (figure === null) return null;
  const thirdParty = isElectric
    ? findBand(thirdPartyForFiveYears.electric, figure, ({ maxMotorKw }) => maxMotorKw)
    : findBand(thirdPartyForFiveYears.petrol, figure, ({ maxEngineCc }) => maxEngineCc);
  const damage = findBand(ownDamage.percentOfValue, isElectric ? 0 : figure, ({ maxEngineCc }) => maxEngineCc);
  if (!thirdParty || !damage) return null;
  const value = (priceRupees * ownDamage.valuePercentOfPrice) / 100;
  const ownPremium = (value * damage.percent * (100 - ownDamage.discountPercent)) / 10_000;
  return Math.round(((thirdParty.rupees + ownPremium + personalAccidentRupees) * (100 + gstPercent)) / 100);
}

/** Notes on electric vehicles are shown for those only. */
const aboutElectric = /\belectric\b/i;

/** Tax, fees and insurance are each rounded once. @returns null if the engine or motor is unknown */
export function calculateOnRoadPrice(
  vehicle: TaxedVehicle,
  rate: RoadTaxRate,
  charges: CommonCharges,
): OnRoadPrice | null {
  const insuranceRupees = calculateInsurance(vehicle, charges);
  if (insuranceRupees === null) return null;
  const isElectric = vehicle.fuel === 'Electric';
  const roadTaxRupees = calculateRoadTax(vehicle, rate, charges);
  const feesRupees = charges.fees.reduce(
    (sum, { rupees, electricRupees }) => sum + (isElectric ? (electricRupees ?? rupees) : rupees),
    0,
  );
  const isRateAssumed = rate.bands.length === 0;
  return {
    stateCode: rate.stateCode,
    state: rate.state,
    exShowroomRupees: vehicle.priceRupees,
    roadTaxRupees,
    feesRupees,
    insuranceRupees,
    totalRupees: vehicle.priceRupees + roadTaxRupees + feesRupees + insuranceRupees,
    asOf: charges.asOf,
    roadTaxAsOf: rate.asOf,
    isRateAssumed,
    notes: [
      isRateAssumed
        ? `The road tax of ${rate.state} is unknown: a typical rate of the other states is used.`
        : `Estimate with fees and premiums of ${formatMonth(charges.asOf)} and the road tax of ${formatMonth(rate.asOf)}.`,
      ...(rate.isRough && !isRateAssumed ? ['The road tax may be a percentage point or two off.'] : []),
      ...(rate.note && (isElectric || !aboutElectric.test(rate.note)) ? [`${rate.note}.`] : []),
      `The dealer and the transport office give the exact amount. Accessories, longer warranties and the dealer's handling are not in it; a loan adds ${formatRupees(charges.loanFeeRupees)}.`,
    ],
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats `2025-08` as `Aug 2025`; a year stays as it is. */
export function formatMonth(asOf: string): string {
  const [year = asOf, month] = asOf.split('-');
  const name = month === undefined ? undefined : months[Number(month) - 1];
  return name ? `${name} ${year}` : year;
}

export const getOnRoadParts = ({
  exShowroomRupees,
  roadTaxRupees,
  feesRupees,
  insuranceRupees,
}: OnRoadPrice): { name: string; rupees: number }[] => [
  { name: 'Ex-showroom', rupees: exShowroomRupees },
  { name: 'Road tax', rupees: roadTaxRupees },
  { name: 'Insurance, 1 + 5 years', rupees: insuranceRupees },
  { name: 'Registration and plate', rupees: feesRupees },
];

/** '8% up to ₹1,00,000, then 10%' */
export function formatBands(bands: readonly TaxBand[]): string {
  const texts = bands.map(({ maxPriceRupees, maxEngineCc, percent }) => {
    if (maxPriceRupees !== null) return `${percent}% up to ${formatRupees(maxPriceRupees)}`;
    return maxEngineCc === null ? `${percent}%` : `${percent}% up to ${formatCount(maxEngineCc)} cc`;
  });
  const last = texts.pop();
  if (last === undefined) return 'Not known';
  return texts.length === 0 ? last : `${texts.join(', ')}, then ${last}`;
}

export const bandMeasures = ['price', 'engine'] as const;
export const maxBands = 6;

export const roadTaxLabels = {
  asOf: 'As of',
  bandsBy: 'Bands by',
  upTo: 'Up to',
  percent: 'Percent',
  electricPercent: 'Percent for electric vehicles',
  surchargePercent: 'Surcharge, percent of the tax',
  minTaxRupees: 'Minimum tax in rupees',
  isRough: 'Known only roughly',
  note: 'Note for visitors',
} as const;
