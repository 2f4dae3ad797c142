import type { PaymentPlan } from '~/domain/finance/payment-plan';
import { rupeesText } from '~/domain/money';

const months = (count: number): string => `${count} ${count === 1 ? 'month' : 'months'}`;

/** The loan in one line, for the subject of a message. */
export function loanSubject({ price, downPayment, loan }: PaymentPlan, vehicleName: string | undefined): string {
  const terms = `${rupeesText(loan.principal)} at ${loan.rate}% for ${months(loan.tenure)}, EMI ${rupeesText(loan.emi)}`;
  const purchase = `${vehicleName ?? 'vehicle'} at ${rupeesText(price)}, ${rupeesText(downPayment)} down`;
  return `Loan for ${purchase}: ${terms}`;
}

/** The purchase in one line, for the subject of a message. */
export function checkoutSubject(plan: PaymentPlan, methodName: string, vehicleName: string | undefined): string {
  const { price, loan, totalPayment } = plan;
  const instalments = loan.emi > 0 ? `, EMI ${rupeesText(loan.emi)} for ${months(loan.tenure)}` : '';
  const purchase = `${vehicleName ?? 'vehicle'} at ${rupeesText(price)}`;
  return `Checkout of ${purchase} by ${methodName}${instalments}, ${rupeesText(totalPayment)} in all`;
}
