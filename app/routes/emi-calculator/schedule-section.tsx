import { amortisationSchedule, type Emi } from '~/domain/finance/emi';
import { countText, rupeesText } from '~/domain/shared/money';
import { ActionLink } from '~/ui/primitives/button';

/** Months shown: seven years, longer than our banks lend, to bound the size of the page. The file has all. */
const mostMonths = 84;

type ScheduleSectionProps = {
  loan: Emi;
  isOpen: boolean;
  /** URL of the same case with the schedule open or closed. */
  toggleHref: string;
  csvHref: string;
};

/** The schedule of the loan, open or closed by its URL; absent where nothing is borrowed. */
export function ScheduleSection({ loan, isOpen, toggleHref, csvHref }: ScheduleSectionProps) {
  const schedule = amortisationSchedule(loan);
  if (schedule.length === 0) return null;
  const more = schedule.reduce((sum, { paid }) => sum + paid, 0) - loan.totalAmount;
  return (
    <section className="divided" id="schedule" aria-labelledby="months">
      <h2 id="months">Month by month</h2>
      <p className="row">
        <ActionLink href={`${toggleHref}#schedule`} icon={isOpen ? 'up' : 'down'}>
          {isOpen ? 'Hide the schedule' : 'Show the schedule'}
        </ActionLink>{' '}
        <ActionLink href={csvHref}>Save it as CSV</ActionLink>
      </p>
      {isOpen && more !== 0 && (
        <p className="note">
          {`The last instalment evens out rounding: all months come to ${rupeesText(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than EMI times months, which the totals above are made of.`}
        </p>
      )}
      {isOpen && (
        <table className="schedule-table">
          <caption>
            In rupees, interest on what is still owed
            {schedule.length > mostMonths && `; the first ${mostMonths} of ${schedule.length} months, the CSV has all`}
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
            {schedule.slice(0, mostMonths).map(({ month, interest, principal, closing }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{countText(interest)}</td>
                <td>{countText(principal)}</td>
                <td>{countText(closing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
