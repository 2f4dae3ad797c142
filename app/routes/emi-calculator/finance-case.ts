import {
  type FinanceCase,
  type FinanceField,
  financeLabels,
  financeMeasures,
  type PaymentMethod,
  paymentMethods,
  type PaymentPlan,
  validateFinanceCase,
} from '~/domain/finance/payment-plan';
import { figureTexts } from '~/domain/shared/error-texts';
import { formatText } from '~/domain/shared/result';
import { formatRupees } from '~/domain/shared/money';
import { findTypedError, parseTypedNumber, readTypedNumber } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';

export type CaseFormValues = Record<FinanceField, string> & { method: PaymentMethod };

/** Query parameters of the calculator, in the order of the cache key. */
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

const financeFields = ['price', 'downPayment', 'rate', 'tenure', 'processingFee'] as const;

type FormSource = { get: (name: string) => unknown };

/** Parses the case in a query string or form. Missing values are taken from `start`. */
export function readCase(source: FormSource, start: CaseFormValues): CaseFormValues {
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

/** The case as numbers: amounts in whole rupees, `NaN` for invalid ones. */
export function parseCase(formValues: CaseFormValues): FinanceCase {
  const number = (field: FinanceField): number =>
    parseTypedNumber(formValues[field], financeMeasures[field]) ?? Number.NaN;
  const amount = (field: FinanceField): number => Math.round(number(field));
  return {
    method: formValues.method,
    price: amount('price'),
    downPayment: amount('downPayment'),
    rate: number('rate'),
    tenure: number('tenure'),
    processingFee: amount('processingFee'),
  };
}

/** The sentence of each invalid figure of a case, also of a text that can mean two figures or another measure. */
export function validateCase(formValues: CaseFormValues): Partial<Record<FinanceField, string>> {
  const reasons = validateFinanceCase(parseCase(formValues));
  const errors: Partial<Record<FinanceField, string>> = {};
  for (const field of financeFields) {
    const reason = reasons[field];
    if (!reason) continue;
    const { kind } = readTypedNumber(formValues[field], financeMeasures[field]);
    const isOtherText = kind === 'readings' || kind === 'unit';
    const { code, values } = isOtherText
      ? findTypedError(financeLabels[field], formValues[field], financeMeasures[field])
      : reason;
    errors[field] = formatText(figureTexts[code], values);
  }
  return errors;
}

export function getCaseHref(formValues: CaseFormValues, vehicleId: string | null, isScheduleOpen: boolean): string {
  return paths.emiCalculator({ vehicle: vehicleId, ...formValues, schedule: isScheduleOpen ? '1' : null });
}

const formatMonths = (count: number): string => `${count} ${count === 1 ? 'month' : 'months'}`;

export function formatLoanSubject({ price, downPayment, loan }: PaymentPlan, vehicleName: string | undefined): string {
  const terms = `${formatRupees(loan.principal)} at ${loan.rate}% for ${formatMonths(loan.tenure)}, EMI ${formatRupees(loan.emi)}`;
  const purchase = `${vehicleName ?? 'vehicle'} at ${formatRupees(price)}, ${formatRupees(downPayment)} down`;
  return `Loan for ${purchase}: ${terms}`;
}

export function formatCheckoutSubject(plan: PaymentPlan, methodName: string, vehicleName: string | undefined): string {
  const { price, loan, totalPayment } = plan;
  const instalments = loan.emi > 0 ? `, EMI ${formatRupees(loan.emi)} for ${formatMonths(loan.tenure)}` : '';
  const purchase = `${vehicleName ?? 'vehicle'} at ${formatRupees(price)}`;
  return `Checkout of ${purchase} by ${methodName}${instalments}, ${formatRupees(totalPayment)} in all`;
}
