/** Labels of filters, which are the same on chips of a query, in the facets, and in saved searches. */

import type { BodyStyle } from '~db/enums';
import { formatCount } from '../shared/money';

/** Formats a range with at least one end: 'Up to ₹80,000', 'From 2020', '2018 to 2020'. */
export function formatRange(min: number | null, max: number | null, format: (figure: number) => string): string {
  if (min === null || (min === 0 && max !== null)) return `Up to ${format(max ?? 0)}`;
  if (max === null) return `From ${format(min)}`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}

/** @param max number of owners so far */
export const formatOwners = (max: number): string =>
  ['', 'First owner', 'Up to second owner', 'Up to third owner'][max] ?? `Up to ${formatCount(max)} owners`;

export const bodyStyleTexts: Readonly<Record<BodyStyle, string>> = {
  commuter: 'Commuter',
  naked: 'Naked',
  sport: 'Sport',
  cruiser: 'Cruiser',
  retro: 'Retro',
  adventure: 'Adventure',
  scrambler: 'Scrambler',
  'scooter-classic': 'Classic scooter',
  'scooter-maxi': 'Maxi scooter',
  'scooter-electric': 'Electric scooter',
  moped: 'Moped',
};
