import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  calculateEmi,
  createPaymentPlan,
  type Emi,
  type FinanceField,
  type Loan,
  type PaymentPlan,
  toLoan,
} from '~/domain/finance/payment-plan';
import { paths } from '~/paths';
import { networkFailure } from '~/ui/enhance/pages';
import { type CaseFormValues, parseCase, readCase, validateCase } from './finance-case';

/** Message for a failed request when the response has none (docs/product.md, "EMI calculator"). */
const calculationFailure = 'Failed to calculate EMI. Please try again.';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The result in a response of the API; null for any other response. */
function parseEmi(body: unknown): Emi | null {
  if (!isObject(body) || !isObject(body.data)) return null;
  const { emi, totalAmount, totalInterest, principal, rate, tenure } = body.data;
  const isEmi =
    typeof emi === 'number' &&
    typeof totalAmount === 'number' &&
    typeof totalInterest === 'number' &&
    typeof principal === 'number' &&
    typeof rate === 'number' &&
    typeof tenure === 'number';
  return isEmi ? { emi, totalAmount, totalInterest, principal, rate, tenure } : null;
}

/** @throws an error with the message to show */
export async function requestEmi(loan: Loan, signal: AbortSignal): Promise<Emi> {
  const response = await fetch(paths.emiRequest(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(loan),
    signal,
  }).catch(() => null);
  if (!response) throw new Error(networkFailure);
  const body: unknown = await response.json().catch(() => null);
  const emi = response.ok ? parseEmi(body) : null;
  if (emi) return emi;
  throw new Error(isObject(body) && typeof body.message === 'string' ? body.message : calculationFailure);
}

/** Delay in milliseconds between the last change and the request (docs/product.md, "EMI calculator"). */
const debounce = 500;

type Calculation = {
  formValues: CaseFormValues;
  /** Null for an invalid case. */
  plan: PaymentPlan | null;
  errors: Partial<Record<FinanceField, string>>;
  /** Why the figures were calculated in the browser, as one sentence; null when they come from the server. */
  failure: string | null;
  isCalculating: boolean;
};

function createCalculation(formValues: CaseFormValues, loan?: Emi): Calculation {
  const requested = parseCase(formValues);
  return {
    formValues,
    plan: createPaymentPlan(requested, loan),
    errors: validateCase(formValues),
    failure: null,
    isCalculating: false,
  };
}

const emptyCase: CaseFormValues = {
  price: '0',
  downPayment: '0',
  rate: '0',
  tenure: '0',
  processingFee: '0',
  method: 'bank-loan',
};

/** Stands for input that a number field hides because it is not a number. */
const invalidRate = '?';

/** The form values of the case. Hidden input of a number field counts as invalid, not as missing. */
function readFormValues(form: HTMLFormElement): CaseFormValues {
  const formValues = readCase(new FormData(form), emptyCase);
  const rate = form.elements.namedItem('rate');
  return rate instanceof HTMLInputElement && rate.validity.badInput ? { ...formValues, rate: invalidRate } : formValues;
}

const isSameLoan = (one: Loan, other: Loan): boolean =>
  one.principal === other.principal && one.rate === other.rate && one.tenure === other.tenure;

/**
 * Requests the figures from the server 500 ms after the last change and, if that fails, applies the same formula here
 * (docs/product.md, "EMI calculator"). What leaves the loan as it was, such as the processing fee, changes the totals
 * without a request. `change` is to be called when the form has changed.
 */
export function useCalculation(form: RefObject<HTMLFormElement>, start: CaseFormValues) {
  const [calculation, setCalculation] = useState(() => createCalculation(start));
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const query = useRef<AbortController>();
  /** The loan that the figures are of, unless the last request failed. */
  const answered = useRef<Emi>(calculateEmi(toLoan(parseCase(start))));

  const calculate = useCallback(async () => {
    if (!form.current) return;
    const formValues = readFormValues(form.current);
    const here = createCalculation(formValues);
    if (!here.plan?.loan.principal) {
      setCalculation(here);
      return;
    }
    const requesting = new AbortController();
    query.current = requesting;
    try {
      const loan = await requestEmi(toLoan(parseCase(formValues)), requesting.signal);
      if (requesting.signal.aborted) return;
      answered.current = loan;
      setCalculation(createCalculation(formValues, loan));
    } catch (error) {
      if (requesting.signal.aborted || !(error instanceof Error)) return;
      // biome-ignore lint/suspicious/noConsole: docs/product.md, "EMI calculator" has this failure logged
      console.warn('EMI calculation failed', error);
      setCalculation({ ...here, failure: error.message });
    }
  }, [form]);

  const change = useCallback(
    (isRequested = false) => {
      clearTimeout(timer.current);
      query.current?.abort();
      const formValues = form.current && readFormValues(form.current);
      if (!isRequested && formValues && isSameLoan(toLoan(parseCase(formValues)), answered.current)) {
        setCalculation(createCalculation(formValues, answered.current));
        return;
      }
      setCalculation((before) => ({ ...before, isCalculating: true }));
      timer.current = setTimeout(calculate, isRequested ? 0 : debounce);
    },
    [calculate, form],
  );

  // Input entered before the script started, or restored by the browser, differs from the rendered case.
  useEffect(() => {
    const formValues = form.current && readFormValues(form.current);
    if (JSON.stringify(formValues) !== JSON.stringify(start)) change(true);
    return () => {
      clearTimeout(timer.current);
      query.current?.abort();
    };
  }, [form, start, change]);

  return { ...calculation, change };
}
