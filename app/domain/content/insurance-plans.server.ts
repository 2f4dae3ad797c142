import { insuranceContent } from './insurance-content.server';

/** The insurance plans with their yearly prices in whole rupees. */
export const insurancePlans = insuranceContent.plans.map(({ id, name, pricePerYearRupees }) => ({
  id,
  name,
  pricePerYearRupees,
}));
