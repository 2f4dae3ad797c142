import { sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';

/** As they are stored, the same for every reader. */
const plainColumns = {
  id: listings.id,
  kind: listings.kind,
  name: listings.name,
  brand: listings.brand,
  model: listings.model,
  year: listings.year,
  type: listings.type,
  condition: listings.condition,
  mileage: listings.mileage,
  topSpeed: listings.topSpeed,
  presentPrice: listings.presentPrice,
  pastPrice: listings.pastPrice,
  kilometresDriven: listings.kilometresDriven,
  city: listings.city,
  state: listings.state,
  availability: listings.availability,
  confirmedAt: listings.confirmedAt,
  isSample: listings.isSample,
  isPromoted: listings.isPromoted,
  reviewCount: listings.reviewCount,
  version: listings.version,
  createdAt: listings.createdAt,
  updatedAt: listings.updatedAt,
};

export type PlainColumn = keyof typeof plainColumns;

export const isPlainColumn = (name: string): name is PlainColumn => Object.hasOwn(plainColumns, name);

/**
 * Prepared for a list that is read in many portions.
 *
 * @param names the columns to read, by the names that the items get
 */
export function preparePlainListings(
  db: Database,
  names: Readonly<Record<string, PlainColumn>>,
): (seqs: readonly number[]) => object[] {
  const read = db
    .select(Object.fromEntries(Object.entries(names).map(([name, column]) => [name, plainColumns[column]])))
    .from(sql`json_each(${sql.placeholder('list')}) found`)
    .crossJoin(listings)
    .where(sql`${listings.seq} = found.value`)
    .orderBy(sql`found.key`)
    .prepare();
  return (seqs) => (seqs.length === 0 ? [] : read.all({ list: JSON.stringify(seqs) }));
}
