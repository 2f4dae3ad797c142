import { sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { findListingsById } from '../listings/listing.queries.server';
import type { SignedInUser } from '../shared/actor';
import { createPagination, type Page, type Pagination } from '../shared/pagination.server';
import type { Offer } from './vehicle';
import { recordColumns } from './vehicle-rows.server';

// Raw: forces the indexes of owners.
const ownOffersSql = ['vehicles', 'listings']
  .map(
    (table) => `SELECT id, created_at FROM ${table} INDEXED BY ${table}_owner
                 WHERE owner_user_id = @userId AND hidden_at IS NULL`,
  )
  .join(' UNION ALL ');

const reads = memoizePrepared((db) => ({
  ownPage: db.$client
    .prepare<[{ userId: string; limit: number; offset: number }], string>(
      `SELECT id FROM (${ownOffersSql}) ORDER BY created_at DESC, id LIMIT @limit OFFSET @offset`,
    )
    .pluck(),
  ownCount: db.$client.prepare<[{ userId: string }], number>(`SELECT count(*) FROM (${ownOffersSql})`).pluck(),
  ownByIds: db
    .select({ ...recordColumns, numberPlate: vehicles.numberPlate, externalId: vehicles.externalId })
    .from(sql`json_each(${sql.placeholder('list')}) found`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.id} = found.value`)
    .prepare(),
}));

/** Public offers of a user as the user sees them, newest first. */
export function findOwnOffers(
  db: Database,
  user: SignedInUser,
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
): Page<Offer> {
  const { id: userId } = user;
  const ids = reads(db).ownPage.all({ userId, limit, offset: (page - 1) * limit });
  const offers = new Map<string, Offer>();
  for (const listing of findListingsById(db, ids, { user, manageKeyIds: [] }))
    offers.set(listing.id, { kind: 'listing', listing });
  for (const vehicle of reads(db).ownByIds.all({ list: JSON.stringify(ids) }))
    offers.set(vehicle.id, { kind: 'vehicle', vehicle });
  return {
    items: ids.flatMap((id) => offers.get(id) ?? []),
    pagination: createPagination({ page, limit }, reads(db).ownCount.get({ userId }) ?? 0),
  };
}
