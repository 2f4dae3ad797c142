import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { createCsvResponse } from '~/http/csv';
import type { Comparison } from '~/domain/compare/comparison';
import { formatComparisonTerms, findComparison, findOnRoadRows } from '~/domain/compare/comparison.queries.server';
import { findState } from '~/domain/places/places.server';
import { readCompareIds, readCompareList } from '~/http/cookies/compare-list.server';
import { getActor } from '~/http/actor.server';
import { createGoneFile } from '~/http/gone-offer.server';
import { paths } from '~/paths';

export const handle = { cacheKeyParameters: ['vehicles', 'state'] };

/** The headings first, then one line for each row, with its group, and one for each vehicle that is not listed. */
const createLines = ({ vehicles, groups }: Comparison, goneIds: readonly string[]): string[][] => [
  ['Group', 'Detail', ...vehicles.map(({ name }) => name)],
  ...groups.flatMap((group) => group.rows.map((row) => [group.name, row.name, ...row.cells.map(({ text }) => text)])),
  ...goneIds.map((id) => ['', 'No longer listed', id]),
];

/**
 * The table with the numbers from which its text is formatted; null where a value is unknown. `gone`: ids of vehicles that
 * are not listed.
 */
const createTable = (
  { vehicles, groups }: Comparison,
  { terms, goneIds, origin }: { terms: readonly string[]; goneIds: readonly string[]; origin: string },
) => ({
  vehicles: vehicles.map(({ id, name, kind, priceRupees }) => ({
    id,
    name,
    standing: kind,
    priceRupees,
    url: origin + paths.vehicle(id),
  })),
  groups: groups.map((group) => ({
    name: group.name,
    rows: group.rows.map(({ name, cells }) => ({
      name,
      values: cells.map(({ text, value, figure, best }) => ({ text: value === null ? null : text, figure, best })),
    })),
  })),
  terms,
  gone: goneIds,
});

/**
 * The comparison as a file, `/compare.csv` and `/compare.json`: of the vehicles in the query, or the visitor's own
 * list. With `state`, on-road prices are added as a group.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const { origin, pathname, searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles');
  const ids = named ? readCompareList(named).ids : readCompareIds(request);
  const actor = getActor(request, runtime);
  const whole = findComparison(runtime.db, ids, actor);
  const [first] = ids;
  if (!first) return new Response('There is nothing to compare.', { status: 404 });
  if (whole.vehicles.length === 0) return createGoneFile(request, runtime, first);
  const onRoad = findOnRoadRows(runtime.db, ids, actor, findState(searchParams.get('state') ?? ''));
  const comparison = { ...whole, groups: [...whole.groups, ...onRoad.groups] };
  const goneIds = ids.filter((id) => !whole.vehicles.some((vehicle) => vehicle.id === id));
  if (pathname.endsWith('.csv')) return createCsvResponse('comparison.csv', createLines(comparison, goneIds));
  const terms = [...formatComparisonTerms(runtime.db), ...onRoad.terms];
  return json(createTable(comparison, { terms, goneIds, origin: runtime.settings.origin ?? origin }));
}
