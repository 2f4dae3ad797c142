import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findFirstAccounts } from '~/domain/accounts/team.queries.server';
import { maxSearchLength } from '~/domain/desk/request';
import { createRequestSearchQuery, findRequests } from '~/domain/desk/request.queries.server';
import { validateSearchText } from '~/domain/names/tokenizer';
import { formatRupees } from '~/domain/shared/money';
import { mayUse } from '~/domain/shared/permissions';
import { formatReason, type Reason } from '~/domain/shared/result';
import { findStockByName } from '~/domain/stock/stock.queries.server';
import { findStockRows } from '~/domain/stock/stock-writes.server';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { deskPaths } from '~/paths';
import { requireDesk } from '../access.server';
import { createQueueRows } from '../queue.server';

const stockShown = 8;
const accountsShown = 5;

function findVehicles({ db }: Runtime, q: string) {
  const { ids, total } = findStockByName(db, q, stockShown);
  const stored = findStockRows(db, ids);
  const rows = ids.flatMap((id) => {
    const row = stored.get(id);
    if (!row) return [];
    const state = row.soldAt !== null ? 'Sold' : row.isDraft ? 'Draft' : row.hiddenAt !== null ? 'Hidden' : null;
    const facts = [state, row.externalId, row.numberPlate, row.modelYear].filter((fact) => fact !== null);
    const line = facts.join(' · ');
    return { id, name: row.name, price: formatRupees(row.priceRupees), line, href: deskPaths.stockItem(id) };
  });
  return { total, rows };
}

const findAccounts = ({ db }: Runtime, q: string) =>
  findFirstAccounts(db, q, accountsShown).map(({ id, name, email, phone }) => ({
    ...{ id, name, href: deskPaths.person(id) },
    line: [email, phone].filter((contact) => contact !== null).join(' · '),
  }));

function validate(q: string): Reason | null {
  const reason = validateSearchText(q, maxSearchLength);
  if (reason) return reason;
  return createRequestSearchQuery(q) === null ? { code: 'search_text_too_short' } : null;
}

/** Vehicles of the stock, requests of customers and accounts by a part of them (docs/product.md, "Requests at the desk"). */
export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { searchParams } = new URL(route.request.url);
  const q = searchParams.get('q')?.trim() ?? '';
  const page = readPageNumber(searchParams);
  const reason = q === '' ? null : validate(q);
  if (q === '' || reason) return json({ q, error: reason && formatReason(reason), page: 1, found: null });
  const { items, pagination } = findRequests(runtime.db, { status: 'all', q }, { page });
  return json({
    q,
    error: null,
    page,
    found: {
      pages: pagination.pages,
      total: pagination.total,
      requests: createQueueRows(runtime, items).map((row) => ({ ...row, line: `${row.topic}: ${row.line}` })),
      stock: page === 1 ? findVehicles(runtime, q) : { total: 0, rows: [] },
      /** Null for those who may not see them. */
      accounts: mayUse(operator, 'accounts') ? findAccounts(runtime, q) : null,
    },
  });
}
