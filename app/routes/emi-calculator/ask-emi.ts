import type { Emi, Loan } from '~/domain/finance/emi';
import { isRecord } from '~/doors/is-record';
import { paths } from '~/paths';
import { networkFailure } from '~/ui/network-failure';

/** What is said when a call fails and says nothing itself (docs/product.md, "EMI calculator"). */
const calculationFailure = 'Failed to calculate EMI. Please try again.';

/** The result in an answer of the API; null for anything else. */
function emiIn(answer: unknown): Emi | null {
  if (!isRecord(answer) || !isRecord(answer.data)) return null;
  const { emi, totalAmount, totalInterest, principal, rate, tenure } = answer.data;
  const isEmi =
    typeof emi === 'number' &&
    typeof totalAmount === 'number' &&
    typeof totalInterest === 'number' &&
    typeof principal === 'number' &&
    typeof rate === 'number' &&
    typeof tenure === 'number';
  return isEmi ? { emi, totalAmount, totalInterest, principal, rate, tenure } : null;
}

/**
 * Has the server work a loan out.
 *
 * @throws an error whose message is the sentence to show
 */
export async function askEmi(loan: Loan, signal: AbortSignal): Promise<Emi> {
  const response = await fetch(paths.emiCall(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(loan),
    signal,
  }).catch(() => null);
  if (!response) throw new Error(networkFailure);
  const answer: unknown = await response.json().catch(() => null);
  const emi = response.ok ? emiIn(answer) : null;
  if (emi) return emi;
  throw new Error(isRecord(answer) && typeof answer.message === 'string' ? answer.message : calculationFailure);
}
