import { z } from 'zod';
import type { Database } from '~db/connection';
import { type ShopSection, shopSections } from '~db/enums';
import { err, ok, type Result } from '../shared/result';
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

/** @returns not-found for a section that is off */
export const checkSection = (db: Database, section: ShopSection): Result<null> =>
  isOpen(db, section) ? ok(null) : err({ kind: 'not-found', code: 'section_closed' });
