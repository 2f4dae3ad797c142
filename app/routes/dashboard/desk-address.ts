import { pageNumber } from '~/http/search-params';
import { paths } from '~/paths';
import { type DeskSubject, deskSubjects } from '~db/enums';

/** Query of the operators' tab. */
export type DeskAddress = {
  show: DeskSubject | 'log';
  /** Absent: items that wait. */
  status?: string | undefined;
  category?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  page: number;
  /** Id of the open item. */
  open?: string | undefined;
};

/** Parses a query; unknown values count as absent. */
export function readDeskAddress(url: string): DeskAddress {
  const { searchParams } = new URL(url);
  const given = (name: string): string | undefined => searchParams.get(name)?.trim() || undefined;
  const show = searchParams.get('show');
  return {
    show: show === 'log' ? 'log' : (deskSubjects.find((subject) => subject === show) ?? 'message'),
    status: given('status'),
    category: given('category'),
    priority: given('priority'),
    tag: given('tag'),
    page: pageNumber(searchParams),
    open: given('open'),
  };
}

/** The filters of a query, without its page and open item: the way back to the same list. */
export const listOf = ({ page: _page, open: _open, ...list }: DeskAddress) => list;

/** URL of a query, with an item open. */
export const deskPath = (address: DeskAddress): string => paths.desk({ ...listOf(address), open: address.open });
