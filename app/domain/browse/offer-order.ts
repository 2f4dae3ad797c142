import type { OfferSort } from '../search/offer-filters';
import { type RankedRow, sortByRelevance } from '../search/relevance';
import type { Understood } from '../search/understood';
import type { BrowseSort } from './browse-query';
import type { OfferTraits } from './facet-choices';

/** A vehicle or a listing as it is filtered, counted and ordered. */
export type OfferRow = OfferTraits &
  RankedRow & {
    /** The sequence number in the table of its kind. */
    seq: number;
    createdAt: string;
    /** Kilometres per litre. */
    mileage: number | null;
  };

type Comparison = (one: OfferRow, other: OfferRow) => number;

/** Those that may be sold by now come after all others. */
const newestFirst: Comparison = (one, other) =>
  one.isBehind - other.isBehind || (one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1);

/** Compares by a figure; offers without it come last in either direction. */
const byFigure =
  (figureOf: (row: OfferRow) => number | null, direction: 1 | -1): Comparison =>
  (one, other) => {
    const [figure, otherFigure] = [figureOf(one), figureOf(other)];
    if (figure === null || otherFigure === null) return Number(figure === null) - Number(otherFigure === null);
    return direction * (figure - otherFigure);
  };

const comparisons: Readonly<Record<OfferSort, Comparison>> = {
  newest: newestFirst,
  price: byFigure(({ priceRupees }) => priceRupees, 1),
  '-price': byFigure(({ priceRupees }) => priceRupees, -1),
  kilometres: byFigure(({ kilometres }) => kilometres, 1),
  '-kilometres': byFigure(({ kilometres }) => kilometres, -1),
  year: byFigure(({ year }) => year, 1),
  '-year': byFigure(({ year }) => year, -1),
  mileage: byFigure(({ mileage }) => mileage, 1),
  '-mileage': byFigure(({ mileage }) => mileage, -1),
  distance: byFigure(({ km }) => km, 1),
};

/** Sorts rows of several tables. Ties keep their order. */
export const inOrder = (rows: OfferRow[], sort: BrowseSort, understood: Understood | null): OfferRow[] =>
  sort === 'relevance' ? sortByRelevance(rows, understood, newestFirst) : rows.sort(comparisons[sort]);
