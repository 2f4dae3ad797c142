import { amortisationSchedule } from '~/domain/finance/amortisation-schedule';
import type { Loan } from '~/domain/finance/emi';
import { countText } from '~/domain/money';
import { WayLink } from '~/ui/signs/button';

/** Months shown: seven years, longer than our banks lend, so that the page keeps within its bytes. The file has all. */
const mostMonths = 84;

type ScheduleSectionProps = {
  loan: Loan;
  isOpen: boolean;
  /** The same case with the schedule open, or closed again. */
  toggleHref: string;
  csvHref: string;
};

/** The loan month by month, open or not by its address; nothing where nothing is borrowed. */
export function ScheduleSection({ loan, isOpen, toggleHref, csvHref }: ScheduleSectionProps) {
  const schedule = amortisationSchedule(loan);
  if (schedule.length === 0) return null;
  return (
    <section className="rd" id="schedule" aria-labelledby="months">
      <h2 id="months">Month by month</h2>
      <p className="row">
        <WayLink href={`${toggleHref}#schedule`} icon={isOpen ? 'up' : 'down'}>
          {isOpen ? 'Hide the schedule' : 'Show the schedule'}
        </WayLink>{' '}
        <WayLink href={csvHref}>Save it as CSV</WayLink>
      </p>
      {isOpen && (
        <table className="months">
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
