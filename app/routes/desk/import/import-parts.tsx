import type { ImportKind } from '~/domain/import/import-state';
import { deskPaths } from '~/paths';
import { ProgressSteps } from '~/ui/lists/progress';

const steps = ['File', 'Look', 'Applied'].map((name) => ({ name, note: '' }));

export const ImportSteps = ({ passed }: { passed: number }) => <ProgressSteps steps={steps} passed={passed} />;

type ImportTexts = {
  title: string;
  /** Of the link to it. */
  name: string;
  note: string;
  list: { text: string; href: string };
  file: { text: string; href: string } | null;
  undone: string;
  getItem: (id: string) => string;
};

export const importTexts: Readonly<Record<ImportKind, ImportTexts>> = {
  stock: {
    title: 'Import',
    name: 'Our stock',
    note: 'A line is a vehicle of ours by its stock number, id or plate; any other adds one.',
    list: { text: 'To the stock', href: deskPaths.stock() },
    file: { text: 'Our stock as CSV', href: deskPaths.stockFile() },
    undone: 'Undone. What the file added was taken out of the stock again.',
    getItem: (id) => deskPaths.stockItem(id),
  },
  listings: {
    title: 'Import listings',
    name: 'Riders’ listings',
    note: 'A line changes the listing that has its id. None is added: sellers publish their own.',
    list: { text: 'To the listings', href: deskPaths.riders() },
    file: { text: 'All listings as CSV', href: deskPaths.ridersFile() },
    undone: 'Undone. The listings are as they were before the file.',
    getItem: (id) => deskPaths.publication('listing', id),
  },
  customers: {
    title: 'Import customers',
    name: 'Customers',
    note: 'Each line becomes a message, handled unless its status says that it is open. Customers who are here already stay as they are. A line with an id that is not here is refused: leave that column out to add it.',
    list: { text: 'To the customers', href: deskPaths.doneRequests() },
    file: null,
    undone: 'Undone. What the file added, and nobody has worked on since, was deleted.',
    getItem: (id) => deskPaths.customer(id),
  },
};
