/** Whether a page is fetched ahead of a click: it may never come before anybody's eyes. */
export const isFetchedAhead = ({ headers }: Request): boolean =>
  headers.get('Sec-Purpose')?.includes('prefetch') === true;
