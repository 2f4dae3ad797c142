import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import { formatReason } from '~/domain/shared/result';
import { maxSearchLength } from '~/domain/desk/request';
import { createRequestSearchQuery, findRequests } from '~/domain/desk/request.queries.server';
import { validateSearchText } from '~/domain/names/tokenizer';
import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { DeskPage, FindForm } from '~/ui/desk/desk-frame';
import { DeskEmpty } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import type { ScreenHandle } from '~/ui/screen-kind';
import { requireDesk } from '../access.server';
import { Queue } from '../queue';
import { createQueueRows } from '../queue.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Find', 'Customers by name, phone, email or reference.');

/** Requests of all kinds by name, phone, email, reference or subject (docs/product.md, "Requests at the desk"). */
export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route);
  const { searchParams } = new URL(route.request.url);
  const q = searchParams.get('q')?.trim() ?? '';
  const page = readPageNumber(searchParams);
  const reason =
    q === ''
      ? null
      : (validateSearchText(q, maxSearchLength) ??
        (createRequestSearchQuery(q) === null ? ({ code: 'search_text_too_short' } as const) : null));
  if (q === '' || reason) {
    return json({
      q,
      error: reason && formatReason(reason),
      page: 1,
      pages: 1,
      total: 0,
      rows: createQueueRows(runtime, []),
    });
  }
  const { items, pagination } = findRequests(runtime.db, { status: 'all', q }, { page });
  const { total, pages } = pagination;
  const rows = createQueueRows(runtime, items).map((row) => ({ ...row, line: `${row.topic}: ${row.line}` }));
  return json({ q, error: null, page, pages, total, rows });
}

export default function Find() {
  const { q, error, page, pages, total, rows } = useLoaderData<typeof loader>();
  return (
    <DeskPage title={q === '' ? 'Find' : `“${q}”`} back={{ text: 'today', href: deskPaths.today() }} q={q}>
      <div className="stack">
        <div className="desk-narrow">
          <FindForm id="q" q={q} />
        </div>
        {error && <p role="status">{error}.</p>}
        {q !== '' && !error && rows.length === 0 && (
          <DeskEmpty title="Nothing found" text="Three letters or digits of a name, phone, email or reference." />
        )}
        {rows.length > 0 && (
          <>
            <p>{total === 1 ? '1 found' : `${formatCount(total)} found`}</p>
            <Queue rows={rows} />
          </>
        )}
        <Pager page={page} pages={pages} getHref={(other) => `${deskPaths.find(q)}&page=${other}`} />
      </div>
    </DeskPage>
  );
}
