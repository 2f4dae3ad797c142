import { allBrands } from '~/domain/catalogue/vehicle.queries.server';
import { auditEventsOf } from '~/domain/moderation/audit-log.server';
import type { Runtime } from '~/http/runtime.server';
import type { OpenBrand } from './desk-brands';
import { shownAuditEvent } from './desk-parts';

/** @returns null for no id of a brand */
export function openBrand({ db }: Runtime, id: string): OpenBrand | null {
  const brand = allBrands(db).find((one) => one.id === id);
  return brand ? { ...brand, actions: auditEventsOf(db, 'brand', id).map(shownAuditEvent) } : null;
}
