import { useEffect, useRef, useState } from 'react';
import { financeLabels, type PaymentMethod } from '~/domain/finance/payment-plan';
import { aboutAll, aboutLoan, aboutSpotPurchase } from '~/domain/messages/about';
import { paths } from '~/paths';
import { NumberField } from '~/ui/forms/text-field';
import { Notice } from '~/ui/page/notice';
import { Button } from '~/ui/signs/button';
import { checkoutSubject, loanSubject } from './contact-subjects';
import type { FinancedVehicle } from './load-case.server';
import { LoanSummary, mainFigure } from './loan-summary';
import { ScheduleSection } from './schedule-section';
import { caseHref, type TypedCase } from './typed-case';
import { useCalculation } from './use-calculation';
import { VehiclePicks } from './vehicle-picks';

type CalculatorProps = {
  /** The case that the address asks for. */
  typed: TypedCase;
  vehicle: FinancedVehicle | null;
  picks: readonly FinancedVehicle[];
  methods: readonly { id: PaymentMethod; name: string; description: string; claim: string }[];
  isScheduleOpen: boolean;
};

/** Stands in the picture while no vehicle is chosen. */
const anyVehicle = { bodyStyle: 'commuter', colours: { body: '#1D3F94', accent: '#C9CED6' } } as const;

/** The calculator: a plain GET form, which a script keeps in step with its figures (docs/product.md, "EMI calculator"). */
export function Calculator({ typed: start, vehicle: startVehicle, picks, methods, isScheduleOpen }: CalculatorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [vehicle, setVehicle] = useState(startVehicle);
  const { typed, plan, errors, failure, isCalculating, change } = useCalculation(form, start);
  const href = caseHref(typed, vehicle?.id ?? null, isScheduleOpen);
  const startHref = useRef(href);

  // The address follows the figures, so that it can be shared and come back to.
  useEffect(() => {
    if (href === startHref.current) return;
    startHref.current = '';
    window.history.replaceState(window.history.state, '', href);
  }, [href]);

  function pick(picked: FinancedVehicle): void {
    const price = form.current?.elements.namedItem('price');
    if (price instanceof HTMLInputElement) price.value = String(picked.priceRupees);
    setVehicle(picked);
    change(true);
  }

  const field = (name: 'price' | 'downPayment' | 'rate' | 'tenure' | 'processingFee') => ({
    name,
    label: financeLabels[name],
    value: start[name],
    error: errors[name],
  });
  const { method, price, downPayment, processingFee, loan } = plan;
  const figure = mainFigure(plan);
  const methodName = methods.find(({ id }) => id === method)?.name ?? '';
  const purchase =
    method === 'spot-purchase'
      ? aboutSpotPurchase(price)
      : aboutLoan({ price, downPayment, processingFee, rate: loan.rate, tenureMonths: loan.tenure });
  const about = { category: 'sales', about: aboutAll(vehicle ? [vehicle.id, purchase] : [purchase]) };

  return (
    <>
      <section aria-labelledby="pick">
        <h2 className="vh" id="pick">
          Pick a vehicle
        </h2>
        <VehiclePicks
          vehicles={picks}
          chosenId={vehicle?.id ?? null}
          hrefOf={({ id }) =>
            `${paths.emiCalculator({ ...typed, price: undefined, vehicle: id, schedule: isScheduleOpen ? '1' : null })}#result`
          }
          onPick={pick}
        />
      </section>
      <div className="sec cols r emi">
        <form
          ref={form}
          className="stack"
          action={paths.emiCalculator()}
          noValidate
          onInput={() => change()}
          onSubmit={(event) => {
            event.preventDefault();
            change(true);
          }}
        >
          {vehicle && <input type="hidden" name="vehicle" value={vehicle.id} />}
          {isScheduleOpen && <input type="hidden" name="schedule" value="1" />}
          <NumberField {...field('price')} help="In rupees" />
          <NumberField {...field('downPayment')} />
          <div className="half">
            <NumberField {...field('rate')} step={0.1} allowsDecimals help="Percent a year" />
            <NumberField {...field('tenure')} help="Months" />
          </div>
          <NumberField {...field('processingFee')} />
          <fieldset className="flush">
            <legend>Payment method</legend>
            <div className="stack">
              {methods.map(({ id, name, description, claim }) => (
                <div key={id}>
                  <label className="pick">
                    <input type="radio" name="method" value={id} defaultChecked={id === start.method} />{' '}
                    <span>
                      <b>{name}</b> <span className="s">{description}</span> <b className="s">{claim}</b>
                    </span>
                  </label>
                </div>
              ))}
            </div>
          </fieldset>
          <p>
            <Button kind="go">Calculate</Button>
          </p>
          <a className="near" href="#result">
            {isCalculating ? (
              'Calculating EMI...'
            ) : (
              <>
                {`${figure.name} ${figure.value}`} <span>{figure.unit}</span>
              </>
            )}
          </a>
        </form>
        <div>
          <div role="alert">{failure && <Notice kind="error" text={failure} />}</div>
          <LoanSummary
            plan={plan}
            vehicle={vehicle ?? anyVehicle}
            isCalculating={isCalculating}
            applyHref={paths.contact({ subject: loanSubject(plan, vehicle?.name), ...about })}
            checkoutHref={paths.contact({ subject: checkoutSubject(plan, methodName, vehicle?.name), ...about })}
          />
        </div>
      </div>
      <ScheduleSection
        loan={plan.loan}
        isOpen={isScheduleOpen}
        toggleHref={caseHref(typed, vehicle?.id ?? null, !isScheduleOpen)}
        csvHref={paths.emiSchedule({ vehicle: vehicle?.id, ...typed })}
      />
    </>
  );
}
