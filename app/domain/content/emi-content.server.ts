import { z } from 'zod';
import { paymentMethods } from '../finance/payment-plan';
import { readContent } from './content-file.server';

/**
 * Defaults of the calculator (docs/product.md, "EMI calculator"), the payment methods with their claims, and reasons to
 * choose them.
 */
export const emiContent = readContent(
  'emi',
  z.object({
    defaults: z.object({
      price: z.number().int().positive(),
      rate: z.number().nonnegative(),
      tenureMonths: z.number().int().positive(),
      downPayment: z.number().int().nonnegative(),
      processingFee: z.number().int().nonnegative(),
    }),
    paymentMethods: z.array(
      z.object({ id: z.enum(paymentMethods), name: z.string(), description: z.string(), claim: z.string() }),
    ),
    whyChoose: z.array(z.object({ title: z.string(), description: z.string() })),
  }),
);
