import { pageNumber } from '~/http/search-params';
import { paths } from '~/paths';
import { type DeskSubject, deskSubjects } from '~db/enums';

/** What the operators' tab is asked to show. */
export type DeskAddress = {
  show: DeskSubject | 'log';
  /** Absent: what waits. */
  status?: string | undefined;
  category?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  page: number;
  /** Id of the one thing that is open. */
  open?: string | undefined;
};

/** Reads an address; anything that is not known counts as absent. */
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

/** The filters of an address, without its page and what is open: what leads back to the same list. */
export const listOf = ({ page: _page, open: _open, ...list }: DeskAddress) => list;

/** Where an address leads, with what is open there. */
export const deskPath = (address: DeskAddress): string => paths.desk({ ...listOf(address), open: address.open });
