import type { Permission } from '~/domain/shared/permissions';
import { deskPaths } from '~/paths';
import type { IconName } from '../primitives/icon-shapes';

export type SectionName = 'today' | 'customers' | 'stock' | 'shop' | 'team';

/** A list of a section, with the number of what waits in it after its name. */
type SectionList = { text: string; href: string; hasCount?: true; permission?: Permission };

type Section = {
  name: SectionName;
  text: string;
  /** Of the keyboard, after `g`. */
  key: string;
  icon: IconName;
  href: string;
  lists: readonly SectionList[];
  /** What is needed rarely, below its first list. */
  links: readonly (SectionList & { permission: Permission })[];
};

/** The five sections of the desk with their lists, at most five each. */
export const sections: readonly Section[] = [
  {
    name: 'today',
    text: 'Today',
    key: 't',
    icon: 'clock',
    href: deskPaths.today(),
    lists: [
      { text: 'Now', href: deskPaths.today() },
      { text: 'Figures', href: deskPaths.figures() },
    ],
    links: [],
  },
  {
    name: 'customers',
    text: 'Customers',
    key: 'c',
    icon: 'chat',
    href: deskPaths.customers(),
    lists: [
      { text: 'Waiting', href: deskPaths.customers(), hasCount: true },
      { text: 'Leads', href: deskPaths.leads() },
      { text: 'Visits', href: deskPaths.visits() },
      { text: 'Done', href: deskPaths.doneRequests() },
      { text: 'People', href: deskPaths.people() },
    ],
    links: [
      { text: 'Saved replies', href: deskPaths.savedReplies(), permission: 'replies' },
      { text: 'Reported conversations', href: deskPaths.reports(), permission: 'reports' },
    ],
  },
  {
    name: 'stock',
    text: 'Stock',
    key: 's',
    icon: 'bike',
    href: deskPaths.stock(),
    lists: [
      { text: 'Ours', href: deskPaths.stock() },
      { text: 'Riders’', href: deskPaths.riders(), permission: 'listings', hasCount: true },
      { text: 'Add', href: deskPaths.stockItem('new'), permission: 'stock' },
      { text: 'Import', href: deskPaths.import(), permission: 'retire' },
    ],
    links: [{ text: 'Listing codes', href: deskPaths.listingCode(), permission: 'accounts' }],
  },
  {
    name: 'shop',
    text: 'Shop',
    key: 'h',
    icon: 'shop',
    href: deskPaths.shop(),
    lists: [
      { text: 'Shop', href: deskPaths.shop(), permission: 'shop' },
      { text: 'Look', href: deskPaths.look(), permission: 'shop' },
      { text: 'Texts', href: deskPaths.texts(), permission: 'texts' },
      { text: 'Prices', href: deskPaths.prices(), permission: 'texts' },
      { text: 'Sections', href: deskPaths.sections(), permission: 'shop' },
    ],
    links: [
      { text: 'Branches', href: deskPaths.branches(), permission: 'texts' },
      { text: 'Road tax', href: deskPaths.roadTax(), permission: 'texts' },
      { text: 'Logos of brands', href: deskPaths.brands(), permission: 'shop' },
    ],
  },
  {
    name: 'team',
    text: 'Team',
    key: 'm',
    icon: 'person',
    href: deskPaths.team(),
    lists: [
      { text: 'People', href: deskPaths.team(), permission: 'accounts' },
      { text: 'Log', href: deskPaths.teamLog(), permission: 'log' },
      { text: 'Backups', href: deskPaths.teamBackups(), permission: 'backups' },
      { text: 'Health', href: deskPaths.teamHealth(), permission: 'health', hasCount: true },
    ],
    links: [
      { text: 'Notices of new customers', href: deskPaths.teamNotices(), permission: 'read' },
      { text: 'Recovery codes', href: deskPaths.recoveryCode(), permission: 'accounts' },
      { text: 'Keyboard shortcuts', href: deskPaths.shortcuts(), permission: 'read' },
    ],
  },
];

const isWithin = (pathname: string, href: string): boolean => pathname === href || pathname.startsWith(`${href}/`);

export const findSection = (pathname: string): Section | undefined =>
  sections.find(({ href }) => isWithin(pathname, href));

/** The list of a page, whose address is the longest that the page's begins with. */
export const findList = ({ lists }: Section, pathname: string): SectionList | undefined =>
  lists
    .filter(({ href }) => isWithin(pathname, href))
    .toSorted((first, second) => second.href.length - first.href.length)[0];
