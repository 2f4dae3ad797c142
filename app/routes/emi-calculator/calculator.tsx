import { useEffect, useRef, useState } from 'react';
import { financeLabels, financeMeasures, type PaymentMethod, type PaymentPlan } from '~/domain/finance/payment-plan';
import { createAboutLoan, createAboutSpotPurchase, joinAbout } from '~/domain/messages/message';
import { formatRupees } from '~/domain/shared/money';
import { findFieldReadings } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { NumberField } from '~/ui/forms/field';
import { FlashMessage } from '~/ui/page/flash-message';
import { Button } from '~/ui/primitives/button';
import { Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Carousel } from '~/ui/vehicles/carousel';
import type { FinancedVehicle } from './route.server';
import { type CaseFormValues, formatCheckoutSubject, formatLoanSubject, getCaseHref } from './finance-case';
import { getMainFigure, LoanSummary, ScheduleSection } from './loan-summary';
import { useCalculation } from './use-calculation';

type VehiclePicksProps = {
  vehicles: readonly FinancedVehicle[];
  chosenId: string | null;
  getHref: (vehicle: FinancedVehicle) => string;
  /** With a script, applies the price without a page load. */
  onPick: (vehicle: FinancedVehicle) => void;
};

export function VehiclePicks({ vehicles, chosenId, getHref, onPick }: VehiclePicksProps) {
  return (
    <Carousel kind="small">
      {vehicles.map((vehicle) => {
        const isChosen = vehicle.id === chosenId;
        return (
          <li key={vehicle.id} className="card">
            <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
            {isChosen && <Tag isYellow>Selected</Tag>}
            <div>
              <p className="price">{formatRupees(vehicle.priceRupees)}</p>
              <h3>
                <a
                  href={getHref(vehicle)}
                  aria-current={isChosen || undefined}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onPick(vehicle);
                  }}
                >
                  {vehicle.name}
                </a>
              </h3>
            </div>
          </li>
        );
      })}
    </Carousel>
  );
}

type CalculatorProps = {
  formValues: CaseFormValues;
  vehicle: FinancedVehicle | null;
  picks: readonly FinancedVehicle[];
  methods: readonly { id: PaymentMethod; name: string; description: string; claim: string }[];
  isScheduleOpen: boolean;
};

const anyVehicle = { bodyStyle: 'commuter', colours: { body: '#1D3F94', accent: '#C9CED6' } } as const;

type MethodChoiceProps = Pick<CalculatorProps, 'methods'> & { chosen: PaymentMethod };

function MethodChoice({ methods, chosen }: MethodChoiceProps) {
  return (
    <fieldset className="form-part flush">
      <legend>Payment method</legend>
      <div className="stack">
        {methods.map(({ id, name, description, claim }) => (
          <div key={id}>
            <label className="option">
              <input type="radio" name="method" value={id} defaultChecked={id === chosen} />{' '}
              <span>
                <b>{name}</b> <span className="note">{description}</span> <b className="note">{claim}</b>
              </span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The main figure, kept in view on phones, where the result is below the form. */
function ResultBar({ plan, isCalculating }: { plan: PaymentPlan | null; isCalculating: boolean }) {
  const { name, value, unit } = getMainFigure(plan);
  return (
    <a className="result-bar" href="#result">
      <b>{isCalculating ? 'Calculating EMI...' : `${name} ${value}`}</b>
      <span>{isCalculating ? '' : unit}</span>
    </a>
  );
}

function getStepHrefs(plan: PaymentPlan, vehicle: FinancedVehicle | null, methods: CalculatorProps['methods']) {
  const { method, price, downPayment, processingFee, loan } = plan;
  const methodName = methods.find(({ id }) => id === method)?.name ?? '';
  const purchase =
    method === 'spot-purchase'
      ? createAboutSpotPurchase(price)
      : createAboutLoan({ price, downPayment, processingFee, rate: loan.rate, tenureMonths: loan.tenure });
  const about = { category: 'sales', about: joinAbout(vehicle ? [vehicle.id, purchase] : [purchase]) };
  return {
    apply: paths.contact({ subject: formatLoanSubject(plan, vehicle?.name), ...about }),
    checkout: paths.contact({ subject: formatCheckoutSubject(plan, methodName, vehicle?.name), ...about }),
  };
}

/** The calculator: a plain GET form, with results updated by a script (docs/product.md, "EMI calculator"). */
export function Calculator({
  formValues: start,
  vehicle: startVehicle,
  picks,
  methods,
  isScheduleOpen,
}: CalculatorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [vehicle, setVehicle] = useState(startVehicle);
  const { formValues, plan, errors, failure, isCalculating, change } = useCalculation(form, start);
  const href = getCaseHref(formValues, vehicle?.id ?? null, isScheduleOpen);
  const startHref = useRef(href);

  // The URL follows the figures, so that it can be shared and reopened.
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

  const readings = findFieldReadings(formValues, financeMeasures, (name, value) =>
    getCaseHref({ ...formValues, [name]: value }, vehicle?.id ?? null, isScheduleOpen),
  );
  const field = (name: 'price' | 'downPayment' | 'rate' | 'tenure' | 'processingFee') => ({
    name,
    label: financeLabels[name],
    value: start[name],
    error: errors[name],
    readings: readings[name],
  });
  const hrefs = plan && getStepHrefs(plan, vehicle, methods);

  return (
    <>
      <section className="vehicle-picks" aria-labelledby="pick">
        <h2 className="unseen" id="pick">
          Pick a vehicle
        </h2>
        <VehiclePicks
          vehicles={picks}
          chosenId={vehicle?.id ?? null}
          getHref={({ id }) =>
            `${paths.emiCalculator({ ...formValues, price: undefined, vehicle: id, schedule: isScheduleOpen ? '1' : null })}#result`
          }
          onPick={pick}
        />
      </section>
      <div className="section columns columns-calculator emi-calculator">
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
          <div className="two-columns">
            <NumberField {...field('rate')} step={0.1} allowsDecimals help="Percent a year" />
            <NumberField {...field('tenure')} help="Months" />
          </div>
          <NumberField {...field('processingFee')} />
          <MethodChoice methods={methods} chosen={start.method} />
          <p>
            <Button>Calculate</Button>
          </p>
          <ResultBar plan={plan} isCalculating={isCalculating} />
        </form>
        <div>
          <div role="alert">{failure && <FlashMessage kind="error" text={failure} />}</div>
          <LoanSummary
            plan={plan}
            vehicle={vehicle ?? anyVehicle}
            isCalculating={isCalculating}
            applyHref={hrefs?.apply}
            checkoutHref={hrefs?.checkout}
          />
        </div>
      </div>
      {plan && (
        <ScheduleSection
          loan={plan.loan}
          isOpen={isScheduleOpen}
          toggleHref={getCaseHref(formValues, vehicle?.id ?? null, !isScheduleOpen)}
          csvHref={paths.emiSchedule({ vehicle: vehicle?.id, ...formValues })}
        />
      )}
    </>
  );
}
