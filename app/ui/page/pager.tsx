import { Fragment } from 'react';

type PagerProps = {
  /** Counts from 1. */
  page: number;
  pages: number;
  getHref: (page: number) => string;
};

/** The first page, the last, and those around the current one; null is a gap of two pages or more. */
export function getVisiblePages(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages);
  return shown.flatMap((one, position) => {
    const gap = one - (shown[position - 1] ?? one - 1) - 1;
    if (gap === 0) return [one];
    return gap === 1 ? [one - 1, one] : [null, one];
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
      {getVisiblePages(page, pages).map((one, position) =>
        one === null ? (
          // A gap of a single page is filled in.
          <span key={position === 1 ? 'before' : 'after'}>… </span>
        ) : (
          <Fragment key={one}>
            <a
              className={one === page ? 'button button-primary' : 'button'}
              href={getHref(one)}
              aria-label={`Page ${one}`}
              aria-current={one === page ? 'page' : undefined}
            >
              {one}
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
