import type { LoaderFunctionArgs } from '@remix-run/node';
import { findFigures } from '~/domain/figures/figures.server';
import { findAnswerTimes } from '~/domain/figures/answer-times.server';
import { findSources } from '~/domain/figures/lead-sources.server';
import { findMissedSearches, maxMissedSearches } from '~/domain/figures/missed-searches.server';
import { minuteMs } from '~/domain/shared/dates';
import { createCsvResponse } from '~/http/csv';
import { requireDesk } from '../access.server';
import { readPeriod } from './route.server';

const toMinutes = (milliseconds: number | null): string =>
  milliseconds === null ? '' : String(Math.floor(milliseconds / minuteMs));

/** A table of the figures: `bars`, `vehicles`, `searches`, `sources` or `answers`. */
export async function loader(route: LoaderFunctionArgs): Promise<Response> {
  const { runtime } = requireDesk(route);
  const { searchParams } = new URL(route.request.url);
  const { bars, vehicles, since } = await findFigures(runtime.db, readPeriod(searchParams), runtime.clock());
  switch (searchParams.get('table')) {
    case 'bars':
      return createCsvResponse('enquiries.csv', [
        ['From', 'To', 'Enquiries', 'Sold'],
        ...bars.map(({ from, to, enquiries, sold }) => [from, to, String(enquiries), String(sold)]),
      ]);
    case 'vehicles':
      return createCsvResponse('vehicles.csv', [
        ['Vehicle', 'Views', 'Enquiries', 'Visits', 'Sold', 'Days to sell'],
        ...vehicles.map(({ name, views, asked, visits, sold, days }) => [
          name,
          ...[views, asked, visits, sold].map(String),
          days === null ? '' : String(days),
        ]),
      ]);
    case 'searches':
      return createCsvResponse('searches.csv', [
        ['Search', 'Visitors'],
        ...findMissedSearches(runtime.db, since, 52 * maxMissedSearches).map(({ text, visitors }) => [
          text,
          String(visitors),
        ]),
      ]);
    case 'sources':
      return createCsvResponse('sources.csv', [
        ['Source', 'Visitors', 'Leads'],
        ...findSources(runtime.db, since).map(({ source, visitors, leads }) => [
          source,
          String(visitors),
          String(leads),
        ]),
      ]);
    case 'answers':
      return createCsvResponse('answers.csv', [
        ['Day', 'Asked', 'Answered', 'Minutes, half sooner', 'Minutes, slowest'],
        ...(await findAnswerTimes(runtime.db, runtime.clock())).days.map(
          ({ day, asked, answered, median, slowest }) => [
            day,
            String(asked),
            String(answered),
            toMinutes(median),
            toMinutes(slowest),
          ],
        ),
      ]);
    default:
      throw new Response(null, { status: 404 });
  }
}
