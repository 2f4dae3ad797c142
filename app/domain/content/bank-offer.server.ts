import { z } from 'zod';
import catalogue from '~db/seed/vehicles.json';
import { findVehicle } from '../catalogue/vehicle-queries.server';
import type { VehicleSummary } from '../catalogue/vehicle-summary';
import { oncePerRevision } from '../once-per-revision.server';

const rupees = z.int().nonnegative();
const count = z.int().nonnegative();

const offered = z
  .object({
    vehicles: z.array(
      z.object({
        id: z.int().transform(String),
        bankOffer: z
          .object({
            originalPriceRupees: rupees,
            bankPriceRupees: rupees,
            includes: z.array(z.string().min(1)),
            countdown: z.object({ days: count, hours: count, minutes: count, seconds: count }),
          })
          .nullable(),
      }),
    ),
  })
  .parse(catalogue)
  .vehicles.find(({ bankOffer }) => bankOffer !== null);

/** A bank's price for one vehicle of the catalogue, with its free extras (docs/product.md, "New vehicles"). */
export type BankOffer = {
  vehicle: VehicleSummary;
  originalPriceRupees: number;
  bankPriceRupees: number;
  /** Difference to the original price, in whole rupees. */
  savingsRupees: number;
  includes: string[];
  /** Static, as specified. */
  countdown: { days: number; hours: number; minutes: number; seconds: number };
};

/** The offer of the data file; null when there is none, or its vehicle was deleted. */
export const bankOffer = oncePerRevision((db): BankOffer | null => {
  const vehicle = offered && findVehicle(db, offered.id);
  if (!vehicle || !offered.bankOffer) return null;
  const { originalPriceRupees, bankPriceRupees } = offered.bankOffer;
  return { ...offered.bankOffer, vehicle, savingsRupees: originalPriceRupees - bankPriceRupees };
});
