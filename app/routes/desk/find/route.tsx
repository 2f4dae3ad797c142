import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import { deskPaths } from '~/paths';
import { DeskPage, FindForm } from '~/ui/desk/desk-frame';
import { DeskEmpty, KindSign, RowLink } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Queue } from '../queue';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Find', 'Vehicles by name, plate or stock number; customers by name, phone, email or reference.');

type Found = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['found']>;

const hint = 'Three letters or digits of a name, plate, stock number, phone, email or reference.';

export default function Find() {
  const { q, error, page, found: results } = useLoaderData<typeof loader>();
  const isEmpty = results !== null && results.total + results.stock.total + (results.accounts?.length ?? 0) === 0;
  return (
    <DeskPage title={q === '' ? 'Find' : `“${q}”`} back={{ text: 'today', href: deskPaths.today() }} q={q}>
      <div className="stack">
        <div className="desk-narrow">
          <FindForm id="q" q={q} />
        </div>
        {error && <p role="status">{error}.</p>}
        {results === null && !error && <p className="note">{hint}</p>}
        {isEmpty && <DeskEmpty title="Nothing found" text={hint} />}
        {results && <Vehicles q={q} {...results.stock} />}
        {results && results.total > 0 && (
          <section aria-labelledby="customers">
            <div className="section-head">
              <h2 id="customers">Customers</h2>
              <small>{`${formatCount(results.total)} found`}</small>
            </div>
            <Queue rows={results.requests} />
            <Pager page={page} pages={results.pages} getHref={(other) => `${deskPaths.find(q)}&page=${other}`} />
          </section>
        )}
        {results?.accounts && <Accounts q={q} rows={results.accounts} />}
      </div>
    </DeskPage>
  );
}

function Vehicles({ q, total, rows }: Found['stock'] & { q: string }) {
  if (total === 0) return null;
  return (
    <section aria-labelledby="stock">
      <div className="section-head">
        <h2 id="stock">Stock</h2>
        <small>{`${formatCount(total)} found`}</small>
      </div>
      <ul className="rows queue">
        {rows.map(({ id, name, price, line, href }) => (
          <li key={id}>
            <KindSign icon="bike" label="Vehicle" />
            <RowLink href={href}>{name}</RowLink> <span className="when">{price}</span>
            <p className="line one-line">{line}</p>
          </li>
        ))}
      </ul>
      {total > rows.length && <ActionLink href={deskPaths.stock({ q })}>{`All ${formatCount(total)}`}</ActionLink>}
    </section>
  );
}

function Accounts({ q, rows }: { q: string; rows: NonNullable<Found['accounts']> }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="accounts">
      <div className="section-head">
        <h2 id="accounts">Accounts</h2>
      </div>
      <ul className="rows queue">
        {rows.map(({ id, name, line, href }) => (
          <li key={id}>
            <KindSign icon="person" label="Account" />
            <RowLink href={href}>{name}</RowLink>
            <p className="line one-line">{line}</p>
          </li>
        ))}
      </ul>
      <ActionLink href={deskPaths.team({ who: 'accounts', q })}>{`Accounts that begin with “${q}”`}</ActionLink>
    </section>
  );
}
