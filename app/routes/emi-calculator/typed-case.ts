import { type FinanceCase, type FinanceField, type PaymentMethod, paymentMethods } from '~/domain/finance/payment-plan';
import { typedAmount, typedNumber } from '~/domain/typed-number';
import { paths } from '~/paths';

/** A case as it stands in the form: figures as they were typed. */
export type TypedCase = Record<FinanceField, string> & { method: PaymentMethod };

/** Parameters of the calculator's address, in the order that kept copies are named by. */
export const caseParameters = [
  'vehicle',
  'price',
  'downPayment',
  'rate',
  'tenure',
  'processingFee',
  'method',
  'schedule',
] as const;

type Source = { get: (name: string) => unknown };

/** The case in an address or a form. What is not there is as `start` has it. */
export function readCase(source: Source, start: TypedCase): TypedCase {
  const text = (name: FinanceField): string => {
    const value = source.get(name);
    return typeof value === 'string' && value !== '' ? value.trim().slice(0, 40) : start[name];
  };
  return {
    price: text('price'),
    downPayment: text('downPayment'),
    rate: text('rate'),
    tenure: text('tenure'),
    processingFee: text('processingFee'),
    method: paymentMethods.find((method) => method === source.get('method')) ?? start.method,
  };
}

/** The case in numbers: amounts in whole rupees, `NaN` for what is no number. */
export function caseOf(typed: TypedCase): FinanceCase {
  const number = (field: FinanceField): number => typedNumber(typed[field]) ?? Number.NaN;
  const amount = (field: FinanceField): number => Math.round(typedAmount(typed[field]) ?? Number.NaN);
  return {
    method: typed.method,
    price: amount('price'),
    downPayment: amount('downPayment'),
    rate: number('rate'),
    tenure: number('tenure'),
    processingFee: amount('processingFee'),
  };
}

/** The address of a case, to be shared or come back to. */
export function caseHref(typed: TypedCase, vehicleId: string | null, isScheduleOpen: boolean): string {
  return paths.emiCalculator({ vehicle: vehicleId, ...typed, schedule: isScheduleOpen ? '1' : null });
}
