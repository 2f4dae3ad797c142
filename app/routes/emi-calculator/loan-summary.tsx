import type { CSSProperties, ReactNode } from 'react';
import {
  calculateEffectiveRate,
  createAmortisationSchedule,
  type Emi,
  type PaymentPlan,
} from '~/domain/finance/payment-plan';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { type Share, ShareBar, Stat, type StatText } from '~/ui/primitives/stat';
import type { FinancedVehicle } from './route.server';

function calculateShares({ loan, processingFee }: PaymentPlan): Share[] {
  const share = (name: string, rupees: number, colour: string): Share => ({
    name,
    amount: rupees,
    text: formatRupees(rupees),
    colour,
  });
  return [
    share('Principal', loan.principal, 'var(--green)'),
    share('Interest', loan.totalInterest, '#f6b900'),
    share('Processing Fee', processingFee, '#8a8f98'),
  ];
}

const getColourStyle = (colour: string): CSSProperties => ({ '--colour': colour });
const getSizeStyle = (figure: string): CSSProperties => ({ '--characters': figure.length });

function Line({ name, colour, children }: { name: string; colour?: string; children: ReactNode }) {
  return (
    <div style={colour ? getColourStyle(colour) : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LoanLines({ plan }: { plan: PaymentPlan }) {
  const { loan, processingFee, downPayment } = plan;
  const [principal, interest, fee] = calculateShares(plan);
  const rateWithFee = calculateEffectiveRate(loan, processingFee);
  const last = createAmortisationSchedule(loan).at(-1)?.paid;
  return (
    <>
      <Line name="Principal" colour={principal?.colour}>
        {formatRupees(loan.principal)}
      </Line>
      <Line name="Total Interest" colour={interest?.colour}>
        {formatRupees(loan.totalInterest)}
      </Line>
      <Line name="Processing Fee" colour={fee?.colour}>
        {formatRupees(processingFee)}
      </Line>
      <Line name="Down Payment">{formatRupees(downPayment)}</Line>
      {rateWithFee !== null && <Line name="Yearly rate, fee included">{`${rateWithFee.toFixed(2)}%`}</Line>}
      {last !== undefined && last !== loan.emi && <Line name="Last instalment">{formatRupees(last)}</Line>}
    </>
  );
}

function SpotLines({ plan }: { plan: PaymentPlan }) {
  return (
    <>
      <Line name="Vehicle Price">{formatRupees(plan.price)}</Line>
      <Line name="5% cash discount">{formatRupees(-plan.discount)}</Line>
      <Line name="Total Interest">{formatRupees(0)}</Line>
    </>
  );
}

function Breakdown({ plan }: { plan: PaymentPlan }) {
  const isSpot = plan.method === 'spot-purchase';
  return (
    <>
      {!isSpot && <ShareBar shares={calculateShares(plan)} />}
      <dl className="share-legend">
        {isSpot ? <SpotLines plan={plan} /> : <LoanLines plan={plan} />}
        <div className="share-total">
          <dt>Total Payment</dt>
          <dd>{formatRupees(plan.totalPayment)}</dd>
        </div>
      </dl>
    </>
  );
}

/** The main figure: the instalment, or for a spot purchase the total. A dash without a plan. */
export function getMainFigure(plan: PaymentPlan | null): StatText {
  if (!plan) return { name: 'Monthly EMI', value: '–' };
  const { method, loan, totalPayment } = plan;
  if (method === 'spot-purchase') return { name: 'Pay now', value: formatRupees(totalPayment), unit: 'once' };
  const unit = loan.tenure > 0 ? `for ${loan.tenure} ${loan.tenure === 1 ? 'month' : 'months'}` : undefined;
  return { name: 'Monthly EMI', value: formatRupees(loan.emi), ...(unit && { unit }) };
}

type StepLinkProps = { kind: 'primary' | 'plain'; href: string | undefined; isClosed: boolean; children: ReactNode };

function StepLink({ kind, href, isClosed, children }: StepLinkProps) {
  return isClosed || !href ? (
    <Button kind={kind} type="button" disabled>
      {children}
    </Button>
  ) : (
    <ButtonLink kind={kind} href={href}>
      {children}
    </ButtonLink>
  );
}

type LoanSummaryProps = {
  /** Null for an invalid case. */
  plan: PaymentPlan | null;
  vehicle: Pick<FinancedVehicle, 'bodyStyle' | 'colours'>;
  isCalculating: boolean;
  applyHref: string | undefined;
  checkoutHref: string | undefined;
};

export function LoanSummary({ plan, vehicle, isCalculating, applyHref, checkoutHref }: LoanSummaryProps) {
  const figure = getMainFigure(plan);
  const isSpot = plan?.method === 'spot-purchase';
  const isLoanClosed = isCalculating || !plan?.loan.emi;
  const isCheckoutClosed = isCalculating || !plan?.price;
  return (
    <div className="panel" id="result">
      <div className="scene scene-with-stat" role="status" style={getSizeStyle(figure.value)}>
        <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
        <Stat key={`${figure.value} ${figure.unit}`} {...figure} />
        <p className="note">{isCalculating && 'Calculating EMI...'}</p>
      </div>
      <div className="stack">
        <h2>{isSpot ? 'Payment Summary' : 'Loan Summary'}</h2>
        {plan ? <Breakdown plan={plan} /> : <p>Correct the marked fields to see the figures.</p>}
        <p className="row" key={`${isLoanClosed} ${isCheckoutClosed}`}>
          <StepLink kind="primary" href={applyHref} isClosed={isLoanClosed}>
            Apply for Loan
          </StepLink>{' '}
          <StepLink kind="plain" href={checkoutHref} isClosed={isCheckoutClosed}>
            Proceed to Checkout
          </StepLink>
        </p>
      </div>
    </div>
  );
}

/**
 * Number of months shown, to limit the size of the page: seven years, longer than any loan of our banks. The file has
 * all months.
 */
const maxMonths = 84;

type ScheduleSectionProps = {
  loan: Emi;
  isOpen: boolean;
  toggleHref: string;
  csvHref: string;
};

export function ScheduleSection({ loan, isOpen, toggleHref, csvHref }: ScheduleSectionProps) {
  const schedule = createAmortisationSchedule(loan);
  if (schedule.length === 0) return null;
  const more = schedule.reduce((sum, { paid }) => sum + paid, 0) - loan.totalAmount;
  return (
    <section className="divided" id="schedule" aria-labelledby="months">
      <h2 id="months">Month by month</h2>
      <p className="row">
        <ActionLink href={`${toggleHref}#schedule`} icon={isOpen ? 'up' : 'down'}>
          {isOpen ? 'Hide the schedule' : 'Show the schedule'}
        </ActionLink>{' '}
        <ActionLink href={csvHref}>Save as a spreadsheet</ActionLink>
      </p>
      {isOpen && more !== 0 && (
        <p className="note">
          {`The last instalment evens out rounding: all months come to ${formatRupees(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than EMI times months, which the totals above are made of.`}
        </p>
      )}
      {isOpen && (
        <table className="schedule-table">
          <caption>
            In rupees, interest on what is still owed
            {schedule.length > maxMonths && `; the first ${maxMonths} of ${schedule.length} months, the CSV has all`}
          </caption>
          <thead>
            <tr>
              {['Month', 'Interest', 'Principal', 'Balance'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {schedule.slice(0, maxMonths).map(({ month, interest, principal, closing }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{formatCount(interest)}</td>
                <td>{formatCount(principal)}</td>
                <td>{formatCount(closing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
