import { insuranceContent } from './insurance-content.server';

/** The insurance plans with what each costs in a year, in whole rupees. */
export const insurancePlans = insuranceContent.plans.map(({ id, name, pricePerYearRupees }) => ({
  id,
  name,
  pricePerYearRupees,
}));
