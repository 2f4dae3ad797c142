/** Whether a page is prefetched, and therefore may never be seen. */
export const isFetchedAhead = ({ headers }: Request): boolean =>
  headers.get('Sec-Purpose')?.includes('prefetch') === true;
