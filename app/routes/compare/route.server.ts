import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findGoneOffer } from '~/domain/browse/similar-offers.server';
import { keepDifferences } from '~/domain/compare/comparison';
import {
  formatComparisonTerms,
  findComparison,
  findOnRoadRows,
  findSuggestedVehicles,
} from '~/domain/compare/comparison.queries.server';
import { findState, states } from '~/domain/places/places.server';
import { readCompareIds, readCompareList } from '~/http/cookies/compare-list.server';
import { readState } from '~/http/cookies/city.server';
import { getActor } from '~/http/actor.server';
import { getGoneStatusOfAll } from '~/http/gone-offer.server';
import { paths } from '~/paths';

/** The vehicles in the query, or else those of the visitor's own list (docs/product.md, "Comparison"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { searchParams } = new URL(request.url);
  const named = searchParams.get('vehicles') || null;
  const ownIds = readCompareIds(request);
  if (named === null && ownIds.length === 0) throw redirect(paths.home());
  const { ids, isTooLong } = named === null ? { ids: ownIds, isTooLong: false } : readCompareList(named);
  const actor = getActor(request, runtime);
  const whole = findComparison(runtime.db, ids, actor);
  if (whole.vehicles.length === 0) {
    const gone = findGoneOffer(runtime.db, ids[0] ?? '', actor);
    return json({ view: 'empty', ...gone } as const, getGoneStatusOfAll(request, runtime, ids));
  }
  const isOnlyDifferences = searchParams.get('only') === 'differences' && whole.vehicles.length > 1;
  const shownIds = whole.vehicles.map(({ id }) => id);
  const list = {
    isOwnList: named === null,
    isSameList: shownIds.join() === ownIds.join(),
    gone: ids.length - shownIds.length,
    isTooLong,
    show: searchParams.get('show')?.split(',') ?? null,
  };
  const requestedState = searchParams.get('state');
  const ownState = readState(request);
  if (requestedState !== null) {
    const state = findState(requestedState) ?? ownState;
    const { groups, terms } = findOnRoadRows(runtime.db, ids, actor, state);
    return json({
      view: 'table',
      ...list,
      // The other groups are left out: with the state menu, they would not fit into the first flight.
      comparison: { ...whole, groups },
      isOnlyDifferences: false,
      onRoad: { states, chosen: state?.code ?? null },
      ownState: null,
      nearby: findSuggestedVehicles(runtime.db, []),
      terms,
    } as const);
  }
  return json({
    view: 'table',
    comparison: isOnlyDifferences ? keepDifferences(whole) : whole,
    isOnlyDifferences,
    onRoad: null,
    ownState,
    ...list,
    nearby: findSuggestedVehicles(runtime.db, whole.vehicles),
    terms: formatComparisonTerms(runtime.db),
  } as const);
}
