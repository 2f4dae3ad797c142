import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { shopLogos } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { defineSetting } from './setting.server';

const side = z.int().positive();

/** How the shop looks. */
export const readLook = defineSetting(
  'look',
  z.object({
    /** Hexadecimal, `#rrggbb`; white letters on it have a contrast of at least 4.5. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/i),
    /** In place of the name in the header; its pixels are in `shop_logos`. */
    logo: z
      .object({ hash: z.string().regex(/^[0-9a-f]{64}$/), width: side, height: side })
      .nullable()
      .default(null),
  }),
  { colour: '#0b6b4b', logo: null },
);

const reads = memoizePrepared((db) =>
  db
    .select({ webp: shopLogos.webp })
    .from(shopLogos)
    .where(eq(shopLogos.hash, sql.placeholder('hash')))
    .prepare(),
);

/** The WebP bytes of a logo of the shop by its content hash, also of an earlier version. */
export const findShopLogo = (db: Database, hash: string): Buffer | null => reads(db).get({ hash })?.webp ?? null;
