import { Fragment } from 'react';

type PagerProps = {
  /** Counts from 1. */
  page: number;
  pages: number;
  getHref: (page: number) => string;
};

/** The first page, the last, and those around the current one; null is a gap of two pages or more. */
export function getVisiblePages(page: number, pages: number): (number | null)[] {
  const visible = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages);
  return visible.flatMap((number, position) => {
    const gap = number - (visible[position - 1] ?? number - 1) - 1;
    if (gap === 0) return [number];
    return gap === 1 ? [number - 1, number] : [null, number];
  });
}

export function Pager({ page, pages, getHref }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className="row pager" aria-label="Pages">
      {page > 1 && (
        <a className="button" href={getHref(page - 1)} rel="prev">
          Previous
        </a>
      )}{' '}
      {getVisiblePages(page, pages).map((number, position) =>
        number === null ? (
          // A gap of a single page is filled in.
          <span key={position === 1 ? 'before' : 'after'}>… </span>
        ) : (
          <Fragment key={number}>
            <a
              className={number === page ? 'button button-primary' : 'button'}
              href={getHref(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>{' '}
          </Fragment>
        ),
      )}
      {page < pages && (
        <a className="button" href={getHref(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
}
