import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Emi } from '~/domain/finance/emi';
import { type FinanceField, financeErrors, loanOf, type PaymentPlan, paymentPlan } from '~/domain/finance/payment-plan';
import { askEmi } from './ask-emi';
import { caseOf, readCase, type TypedCase } from './typed-case';

/** Milliseconds without a change before the figures are asked for (docs/product.md, "EMI calculator"). */
const debounce = 500;

type Calculation = {
  /** The case that the figures belong to. */
  typed: TypedCase;
  plan: PaymentPlan;
  errors: Partial<Record<FinanceField, string>>;
  /** Why the figures are this browser's own, in one sentence; null when they are the server's. */
  failure: string | null;
  isCalculating: boolean;
};

function worked(typed: TypedCase, loan?: Emi): Calculation {
  const asked = caseOf(typed);
  return { typed, plan: paymentPlan(asked, loan), errors: financeErrors(asked), failure: null, isCalculating: false };
}

const emptyCase: TypedCase = {
  price: '0',
  downPayment: '0',
  rate: '0',
  tenure: '0',
  processingFee: '0',
  method: 'bank-loan',
};

/** Stands for text that a browser's own number field keeps to itself, because it is no number. */
const untold = '?';

/** The case as it stands in the form. What its number field does not tell is refused too, not taken for nothing. */
function typedInto(form: HTMLFormElement): TypedCase {
  const typed = readCase(new FormData(form), emptyCase);
  const rate = form.elements.namedItem('rate');
  return rate instanceof HTMLInputElement && rate.validity.badInput ? { ...typed, rate: untold } : typed;
}

/**
 * Keeps the figures in step with the form: 500 ms after the last change the server is asked, and when it does not
 * answer the same formula runs here (docs/product.md, "EMI calculator").
 *
 * @param start the case that the page came with
 * @returns the figures shown, and `change`, to be called when the form has changed, with no delay when they are asked
 *   for
 */
export function useCalculation(form: RefObject<HTMLFormElement>, start: TypedCase) {
  const [calculation, setCalculation] = useState(() => worked(start));
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const question = useRef<AbortController>();

  const calculate = useCallback(async () => {
    if (!form.current) return;
    const typed = typedInto(form.current);
    const here = worked(typed);
    if (here.plan.loan.principal === 0) {
      setCalculation(here);
      return;
    }
    const asking = new AbortController();
    question.current = asking;
    try {
      const loan = await askEmi(loanOf(caseOf(typed)), asking.signal);
      if (!asking.signal.aborted) setCalculation(worked(typed, loan));
    } catch (error) {
      if (asking.signal.aborted || !(error instanceof Error)) return;
      // biome-ignore lint/suspicious/noConsole: docs/product.md, "EMI calculator" has this failure logged
      console.warn('EMI calculation failed', error);
      setCalculation({ ...here, failure: error.message });
    }
  }, [form]);

  const change = useCallback(
    (isAsked = false) => {
      clearTimeout(timer.current);
      question.current?.abort();
      setCalculation((before) => ({ ...before, isCalculating: true }));
      timer.current = setTimeout(calculate, isAsked ? 0 : debounce);
    },
    [calculate],
  );

  // What was typed before the script arrived, or what a browser put back, is not what the page was made for.
  useEffect(() => {
    const typed = form.current && typedInto(form.current);
    if (JSON.stringify(typed) !== JSON.stringify(start)) change(true);
    return () => {
      clearTimeout(timer.current);
      question.current?.abort();
    };
  }, [form, start, change]);

  return { ...calculation, change };
}
