import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Well } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Figures of the shop', 'Enquiries, sales and what was searched for.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const choices = [
  ['week', '1', 'Week'],
  ['weeks', '12', 'Weeks'],
  ['year', '52', 'Weeks'],
] as const;

/** Enquiries, sales, views and searches of a period (docs/product.md, "Figures"). */
export default function Figures() {
  const data = useLoaderData<typeof loader>();
  const { period, title, bars, totals, vehicles, vehicleCount, searches, viewsSince, mayAdd } = data;
  const file = (table: string, of: string) => (
    <ActionLink href={deskPaths.figuresFile(table, period)} icon="download">
      CSV<span className="unseen">{` of ${of}`}</span>
    </ActionLink>
  );
  return (
    <DeskPage title="Figures">
      <nav className="kinds" aria-label="Period">
        {choices.map(([by, count, unit]) => (
          <a key={by} href={deskPaths.figures(by)} aria-current={by === period ? 'true' : undefined}>
            <b>{count}</b> {unit}
          </a>
        ))}
      </nav>
      <div className="figures">
        <section aria-labelledby="asked">
          <div className="section-head">
            <h2 id="asked">Enquiries and sold</h2>
            {file('bars', 'enquiries and sold')}
          </div>
          <Chart bars={bars} />
        </section>
        <section aria-labelledby="totals">
          <div className="section-head">
            <h2 id="totals">{title}</h2>
            <small>and the time before</small>
          </div>
          <dl className="totals">
            {totals.map(({ name, value, note }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
                <dd className="note">{note}</dd>
              </div>
            ))}
          </dl>
          {viewsSince && <p className="note">Views are counted since {viewsSince}.</p>}
        </section>
        <section aria-labelledby="answers">
          <div className="section-head">
            <h2 id="answers">First answer, this week</h2>
            {file('answers', 'first answers')}
          </div>
          <Answers data={data} />
        </section>
        <section aria-labelledby="vehicles">
          <div className="section-head">
            <h2 id="vehicles">By vehicle</h2>
            {file('vehicles', 'vehicles')}
          </div>
          {vehicles.length === 0 ? (
            <Well>Nobody looked or asked in this time.</Well>
          ) : (
            <VehicleTable vehicles={vehicles} />
          )}
          {vehicleCount > vehicles.length && (
            <p className="note">
              The first {vehicles.length} of {formatCount(vehicleCount)}; the file has all.
            </p>
          )}
        </section>
        <section aria-labelledby="searches">
          <div className="section-head">
            <h2 id="searches">Searched, not found</h2>
            {file('searches', 'searches')}
          </div>
          {searches.length === 0 ? (
            <Well>Every search found something.</Well>
          ) : (
            <ul className="rows missed-searches">
              {searches.map(({ text, visitors }) => (
                <li key={text}>
                  <b>{formatCount(visitors)}</b>
                  <span>{text}</span>
                  {mayAdd && (
                    <ButtonLink href={deskPaths.newStock(text)} icon="plus">
                      Stock<span className="unseen">{`: add ${text}`}</span>
                    </ButtonLink>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="sources">
          <div className="section-head">
            <h2 id="sources">Where they came from</h2>
            {file('sources', 'sources')}
          </div>
          <Sources data={data} />
        </section>
      </div>
    </DeskPage>
  );
}

const chart = { width: 620, height: 190, left: 4, right: 580, top: 20, bottom: 160 };

/** The least round number from 4 that holds all values: 4, 8, 20, 40, 80, 200. */
function roundUp(most: number): number {
  let scale = 4;
  while (scale < most) scale *= String(scale).startsWith('8') ? 2.5 : 2;
  return scale;
}

function Chart({ bars }: Pick<Data, 'bars'>) {
  const scale = roundUp(Math.max(...bars.flatMap(({ enquiries, sold }) => [enquiries, sold])));
  const toY = (value: number): number => chart.bottom - (value / scale) * (chart.bottom - chart.top);
  const step = (chart.right - chart.left) / bars.length;
  const lines = [0, scale / 4, scale / 2, (scale * 3) / 4, scale];
  const total = (of: 'enquiries' | 'sold'): number => bars.reduce((sum, bar) => sum + bar[of], 0);
  const sum = { enquiries: formatCount(total('enquiries')), sold: formatCount(total('sold')) };
  const labelEvery = Math.ceil(bars.length / 4);
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        width={chart.width}
        role="img"
        aria-label={bars
          .map(({ label, enquiries, sold }) => `${label}: ${enquiries} enquiries, ${sold} sold`)
          .join('; ')}
      >
        {lines.map((value) => (
          <g key={value} className="chart-line">
            <path d={`M${chart.left} ${toY(value)}H${chart.right}`} />
            <text x={chart.width - 4} y={toY(value) + 5} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {bars.map(({ from, label, enquiries, sold }, at) => {
          const x = chart.left + at * step;
          return (
            <g key={from}>
              <rect
                className={at === bars.length - 1 ? 'bar-asked bar-now' : 'bar-asked'}
                x={x + step * 0.1}
                y={toY(enquiries)}
                width={step * 0.45}
                height={chart.bottom - toY(enquiries)}
              />
              <rect
                className="bar-sold"
                x={x + step * 0.6}
                y={toY(sold)}
                width={step * 0.25}
                height={chart.bottom - toY(sold)}
              />
              {at % labelEvery === 0 && (
                <text x={x + step * 0.1} y={chart.height - 8}>
                  {label.split(' – ', 1)}
                </text>
              )}
            </g>
          );
        })}
        <path className="chart-ground" d={`M${chart.left} ${chart.bottom}H${chart.right}`} />
      </svg>
      <p className="chart-legend">
        <span>
          <i className="bar-asked" />
          Enquiries {sum.enquiries}
        </span>
        <span>
          <i className="bar-sold" />
          Sold {sum.sold}
        </span>
      </p>
    </>
  );
}

function VehicleTable({ vehicles }: Pick<Data, 'vehicles'>) {
  const most = Math.max(1, ...vehicles.map(({ views }) => views));
  return (
    <table className="vehicle-figures">
      <thead>
        <tr>
          <th scope="col">Vehicle</th>
          <th scope="col">Views</th>
          <th scope="col">Asked</th>
          <th scope="col">Visits</th>
          <th scope="col">Sold</th>
          <th scope="col">Days</th>
        </tr>
      </thead>
      <tbody>
        {vehicles.map(({ name, views, asked, visits, sold, days }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <svg viewBox="0 0 100 4" width="100" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(views / most) * 100} height="4" />
              </svg>
            </th>
            <td>{formatCount(views)}</td>
            <td>{formatCount(asked)}</td>
            <td>{formatCount(visits)}</td>
            <td>{formatCount(sold)}</td>
            <td>{days ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sources({ data: { sources, sourceCount, otherSources } }: { data: Data }) {
  const rows = otherSources ? [...sources, otherSources] : sources;
  return (
    <>
      {rows.length > 0 && (
        <table className="vehicle-figures">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Visitors</th>
              <th scope="col">Leads</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ source, visitors, leads }) => (
              <tr key={source}>
                <th scope="row">{source}</th>
                <td>{formatCount(visitors)}</td>
                <td>{formatCount(leads)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sourceCount > sources.length && (
        <p className="note">
          The first {sources.length} of {formatCount(sourceCount)}; the file has all.
        </p>
      )}
      {otherSources && (
        <p className="note">
          Other sources: names of more than 40 letters or with a phone number, and those beyond the first 100 of a week.
        </p>
      )}
      <p className="note">
        Add <code>?from=instagram</code> to a link that you share: its visitors, and who of them asks, are counted here.
      </p>
    </>
  );
}

function Answers({ data: { answers } }: { data: Data }) {
  const { asked, answered, median, slowest } = answers;
  if (median === null) return <Well>{asked === 0 ? 'Nobody asked yet.' : 'Nobody was answered in writing yet.'}</Well>;
  const facts = [
    { name: 'Half answered within', value: median },
    { name: 'Slowest', value: slowest },
    { name: 'Answered', value: `${formatCount(answered)} of ${formatCount(asked)}` },
  ];
  return (
    <dl className="totals">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
