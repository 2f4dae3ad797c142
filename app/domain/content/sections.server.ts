import { z } from 'zod';
import type { Database } from '~db/connection';
import { type ShopSection, shopSections } from '~db/enums';
import { defineSetting } from './setting.server';

/** Which parts of the shop are on (docs/product.md, "The shop's own texts"); one that is not named is. */
export const readSections = defineSetting(
  'sections',
  z.partialRecord(z.enum(shopSections), z.boolean()),
  Object.fromEntries(shopSections.map((section) => [section, true])),
);

export const isOpen = (db: Database, section: ShopSection): boolean => readSections(db)[section] !== false;

export const findClosedSections = (db: Database): ShopSection[] =>
  shopSections.filter((section) => !isOpen(db, section));
